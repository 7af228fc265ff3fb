import { ArbiterError, retryable, type AskMessage } from '@arbiter/contracts';
import { askFailureOf, deadlineOf, encodeAnswer, encodeDelta, encodeFailure, openAsk } from '@arbiter/models';
import { untilAborted } from '@arbiter/resilience';
import { AliveWatch } from './alive-watch';
import type { Answers } from './answers';
import type { FrameWriter } from './frame-writer';
import type { GatewayParts } from './gateway-parts';

/**
 * One running answer, and all askers that wait for it.
 *
 * 1. Frames are numbered from 1 without a gap; the last, and only the last, carries the whole answer or the failure.
 * 2. Each asker that joins gets the same frames from the first on.
 * 3. A generation ends with its deadline, when no asker's beat comes any more, or when it is abandoned; the provider's
 *    signal is aborted then, and nothing is sent afterwards.
 */
export class Generation {
  /** the published frames, for a repeated ask */
  readonly frames: string[] = [];
  private readonly inboxes = new Set<string>();
  private readonly stop = new AbortController();
  private ended = false;

  constructor(
    private readonly message: AskMessage,
    private readonly traceParent: string | null,
    private readonly parts: Pick<GatewayParts, 'connection' | 'sealer'> & {
      readonly writer: Pick<FrameWriter, 'write'>;
      readonly answers: Answers;
    },
    private readonly silenceMilliseconds: number,
  ) {}

  join(inbox: string): void {
    this.inboxes.add(inbox);
    for (const frame of this.frames) this.parts.writer.write(inbox, frame);
  }

  abandon(reason: ArbiterError): void {
    this.stop.abort(reason);
  }

  /** Never rejects; true when it came to an answer. */
  async run(): Promise<boolean> {
    const { askId } = this.message;
    const watch = new AliveWatch(this.parts.connection, askId, this.silenceMilliseconds, () =>
      this.abandon(noAskerWaits()),
    );
    const timer = setTimeout(() => this.abandon(tooLate()), Math.max(0, deadlineOf(this.message) - Date.now()));
    try {
      await untilAborted(this.generate(), this.stop.signal);
      return true;
    } catch (error) {
      this.publish(encodeFailure(askId, this.frames.length + 1, askFailureOf(error)), true);
      return false;
    } finally {
      watch.close();
      clearTimeout(timer);
    }
  }

  private async generate(): Promise<void> {
    const { sealer } = this.parts;
    await sealer.load([this.message]);
    const ask = openAsk(this.message, sealer);
    const say = (delta: string, attempt: number): void =>
      this.publish(encodeDelta(this.message, this.frames.length + 1, delta, sealer, attempt));
    const answer = await this.parts.answers.answer(ask, this.traceParent, say, this.stop.signal);
    this.publish(encodeAnswer(this.message, this.frames.length + 1, answer, sealer), true);
  }

  private publish(frame: string, isLast = false): void {
    if (this.ended) return;
    this.ended = isLast;
    this.frames.push(frame);
    for (const inbox of this.inboxes) this.parts.writer.write(inbox, frame);
  }
}

const noAskerWaits = (): ArbiterError => retryable('abandoned', 'no asker was heard waiting for the answer; ask again');
const tooLate = (): ArbiterError =>
  retryable('timed_out', 'no answer came before the deadline; answer without a model');
