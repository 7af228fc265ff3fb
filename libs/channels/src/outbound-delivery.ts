import { setTimeout as delay } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { ArbiterError, OutboundMessage, terminal } from '@arbiter/contracts';
import { objectProblems, type Logger } from '@arbiter/runtime/adapter';
import { Line } from './line';
import { EndedRuns } from './recent-messages';
import type { ChannelMetrics } from './metrics';
import type { Poster } from './poster';

const LONGEST_DELAY_MILLISECONDS = 300_000;
const FIRST_DELAY_MILLISECONDS = 1_000;
/** At the longest delay about a day, which is as long as the broker keeps a message. */
const MOST_DELIVERIES = 300;
const GRACE_MILLISECONDS = 8_000;
const GIVING_UP_MILLISECONDS = 2_000;

/**
 * Brings the broker's outbound messages to the provider.
 *
 * 1. A message is acknowledged only when its last post was made, so that a crash loses none. A crash between the
 *    provider's yes and the acknowledgement shows that one post again: only the provider could tell.
 * 2. The messages of a chat go out in the order of the stream, those of different chats side by side.
 * 3. A message that the provider refuses for good, and one that is malformed, is counted, logged without its content,
 *    and dropped.
 * 4. A run's message from before its reply is not shown after the reply.
 * 5. A message that fails otherwise goes back to the broker with a delay, together with those behind it in its chat.
 */
export class OutboundDelivery<Update, Post> {
  private readonly lines = new Map<string, Line>();
  /**
   * stream sequences; the broker delivers a message again when it believes it lost, while this process still works on
   * it
   */
  private readonly inHand = new Map<number, Promise<void>>();
  private readonly ended = new EndedRuns();
  private isStopping = false;

  constructor(
    private readonly poster: Poster<Update, Post>,
    private readonly metrics: ChannelMetrics,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the message was acknowledged, put back or dropped. Never rejects. */
  async take(message: JsMsg): Promise<void> {
    const sequence = message.info.streamSequence;
    if (this.inHand.has(sequence)) return;
    const taking = this.takeInTurn(message).catch((error: unknown) =>
      this.logger.warn({ err: error, sequence }, 'outbound message not settled'),
    );
    this.inHand.set(sequence, taking);
    await taking;
    this.inHand.delete(sequence);
  }

  /**
   * Waiting messages go back to the broker at once. Posts under way may end: a post that the provider has taken is
   * acknowledged, and not shown again. Resolves when all are settled, after ten seconds at most.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.poster.stop();
    const settled = Promise.all(this.inHand.values());
    const waiting = new AbortController();
    for (const grace of [GRACE_MILLISECONDS, GIVING_UP_MILLISECONDS]) {
      const isSettled = await Promise.race([settled.then(() => true), delay(grace, false, { signal: waiting.signal })]);
      if (isSettled) break;
      this.poster.giveUp();
    }
    waiting.abort();
  }

  private async takeInTurn(message: JsMsg): Promise<void> {
    const outbound = read(message);
    if (outbound instanceof ArbiterError) return this.drop(message, outbound);
    const line = this.lineOf(outbound.sessionId);
    await line.enqueue(() => this.settle(line, message, outbound));
    if (line.isIdle) this.lines.delete(outbound.sessionId);
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
      this.logger.warn(
        { err: error, requestId: outbound.requestId, kind: outbound.kind, deliveries: message.info.deliveryCount },
        'outbound message postponed',
      );
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
    this.logger.warn(
      { err: error, sequence: message.info.streamSequence, deliveries: message.info.deliveryCount },
      'outbound message dropped',
    );
  }

  private lineOf(sessionId: string): Line {
    const line = this.lines.get(sessionId) ?? new Line();
    this.lines.set(sessionId, line);
    return line;
  }
}

/** Or an error that names the field. */
function read(message: JsMsg): OutboundMessage | ArbiterError {
  try {
    const body = message.json();
    const [problem] = objectProblems(OutboundMessage, body);
    return problem ? terminal('invalid_outbound', problem.detail, problem.field) : (body as OutboundMessage);
  } catch {
    return terminal('invalid_outbound', 'the body is no JSON');
  }
}

/** The id that ingress gave it, which stays the same when it is published again. */
const idOf = (message: JsMsg, { requestId, kind }: OutboundMessage): string =>
  message.headers?.get('Nats-Msg-Id') || `${requestId}.${kind}`;

const isFinal = (error: unknown): boolean => error instanceof ArbiterError && error.kind === 'terminal';

/** The delay that the provider asks for, or twice the last one, whichever is longer. */
function delayOf(error: unknown, deliveries: number): number {
  const retryAfter = error instanceof ArbiterError ? (error.details.delayMilliseconds ?? 0) : 0;
  return Math.min(
    LONGEST_DELAY_MILLISECONDS,
    Math.max(retryAfter, FIRST_DELAY_MILLISECONDS * 2 ** Math.min(deliveries, 10)),
  );
}
