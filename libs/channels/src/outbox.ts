import type { JsMsg } from '@nats-io/jetstream';
import { ArbiterError, OutboundMessage, terminal } from '@arbiter/contracts';
import { objectProblems, type Logger } from '@arbiter/platform/adapter';
import { Line } from './line';
import { EndedRuns } from './memory';
import type { ChannelMetrics } from './metrics';
import type { Poster } from './poster';

const LONGEST_DELAY_MILLISECONDS = 300_000;
const FIRST_DELAY_MILLISECONDS = 1_000;
/** At the longest delay about a day, which is as long as the broker keeps a message. */
const MOST_DELIVERIES = 300;

/**
 * Brings the broker's outbound messages to the provider.
 *
 * 1. A message is acknowledged only when its last post was made, so that a crash loses none. A crash between the provider's yes
 *    and the acknowledgement shows that one post again: nobody but the provider could tell.
 * 2. The messages of a chat go out in the order of the stream, those of different chats side by side.
 * 3. What the provider refuses for good, and what is no message, is counted, logged without its content, and dropped.
 * 4. What a run said before its reply is not shown after it.
 * 5. What fails otherwise goes back to the broker with a delay, and those behind it in its chat with it.
 */
export class Outbox<Update, Post> {
  private readonly lines = new Map<string, Line>();
  /** stream sequences; the broker delivers again what it believes lost, while it is still in hand here */
  private readonly inHand = new Set<number>();
  private readonly ended = new EndedRuns();
  private isStopping = false;

  constructor(private readonly poster: Poster<Update, Post>, private readonly metrics: ChannelMetrics, private readonly logger: Logger) {}

  /** Resolves when the message was acknowledged, put back or dropped. Never rejects. */
  async take(message: JsMsg): Promise<void> {
    const sequence = message.info.streamSequence;
    if (this.inHand.has(sequence)) return;
    this.inHand.add(sequence);
    try {
      const outbound = read(message);
      const line = this.lineOf(outbound.sessionId);
      await line.enqueue(() => this.settle(line, message, outbound));
      if (line.isIdle) this.lines.delete(outbound.sessionId);
    } catch (error) {
      this.drop(message, error);
    } finally {
      this.inHand.delete(sequence);
    }
  }

  /** What is not delivered yet goes back to the broker at once. */
  stop(): void {
    this.isStopping = true;
    this.poster.stop();
  }

  private async settle(line: Line, message: JsMsg, outbound: OutboundMessage): Promise<void> {
    const sequence = message.info.streamSequence;
    if (this.isStopping) return message.nak();
    const wait = line.behind(sequence, Date.now());
    if (wait > 0) return this.putBack(line, message, wait);
    try {
      const isNew = await this.poster.post(idOf(message, outbound), sequence, this.ended.timely(outbound));
      this.ended.note(outbound);
      message.ack();
      line.settled(sequence);
      this.metrics.outbound(isNew ? 'delivered' : 'repeated');
    } catch (error) {
      if (this.isStopping) return message.nak();
      if (isFinal(error) || message.info.deliveryCount >= MOST_DELIVERIES) {
        line.settled(sequence);
        return this.drop(message, error);
      }
      this.logger.warn({ err: error, requestId: outbound.requestId, kind: outbound.kind, deliveries: message.info.deliveryCount }, 'outbound message postponed');
      this.putBack(line, message, delayOf(error, message.info.deliveryCount));
    }
  }

  private putBack(line: Line, message: JsMsg, milliseconds: number): void {
    line.putBack(message.info.streamSequence, Date.now() + milliseconds);
    message.nak(milliseconds);
    this.metrics.outbound('postponed');
  }

  private drop(message: JsMsg, error: unknown): void {
    message.term();
    this.metrics.outbound('dropped');
    this.logger.warn({ err: error, sequence: message.info.streamSequence, deliveries: message.info.deliveryCount }, 'outbound message dropped');
  }

  private lineOf(sessionId: string): Line {
    const line = this.lines.get(sessionId) ?? new Line();
    this.lines.set(sessionId, line);
    return line;
  }
}

/** Throws a terminal error that names the field. */
function read(message: JsMsg): OutboundMessage {
  const body = parse(message);
  const [problem] = objectProblems(OutboundMessage, body);
  if (problem) throw terminal('invalid_outbound', problem.detail, problem.field);
  return body as OutboundMessage;
}

function parse(message: JsMsg): unknown {
  try {
    return message.json();
  } catch {
    throw terminal('invalid_outbound', 'the body is no JSON');
  }
}

/** What ingress calls it, which is the same when it is published again. */
const idOf = (message: JsMsg, { requestId, kind }: OutboundMessage): string => message.headers?.get('Nats-Msg-Id') || `${requestId}.${kind}`;

const isFinal = (error: unknown): boolean => error instanceof ArbiterError && error.kind === 'terminal';

/** As long as the provider asks, or twice as long each time. */
function delayOf(error: unknown, deliveries: number): number {
  const told = error instanceof ArbiterError ? (error.details.delayMilliseconds ?? 0) : 0;
  return Math.min(LONGEST_DELAY_MILLISECONDS, Math.max(told, FIRST_DELAY_MILLISECONDS * 2 ** Math.min(deliveries, 10)));
}
