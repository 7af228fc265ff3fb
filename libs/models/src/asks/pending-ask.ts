import type { FrameMessage } from '@arbiter/contracts';
import type { Sealer } from '@arbiter/store';
import type { AskAnswer } from '../purposes';
import type { Ask } from './ask';
import { askFailure, askFailureOf, openAnswer, openDelta, type AskFailure } from './wire';

/** Called with each piece. A higher attempt begins anew, and pieces of earlier ones no longer count. */
export type OnDelta = (text: string, attempt: number) => Promise<void> | void;

/**
 * One ask that waits for its answer.
 *
 * 1. Deltas are handed on in order, one at a time, and none after the ask has been settled.
 * 2. After a missing frame no further delta is handed on: the last frame carries the whole.
 * 3. Settled once: by the last frame, by a failure, or by the caller's own onDelta failing, which rejects.
 *    Nothing is settled while an onDelta runs, so the caller never hears of both at once.
 */
export class PendingAsk {
  readonly outcome: Promise<AskAnswer | AskFailure>;
  private readonly resolve: (proposal: AskAnswer | AskFailure) => void;
  private readonly reject: (error: unknown) => void;
  private handing: Promise<void> = Promise.resolve();
  private nextFrame = 1;
  private settled = false;

  constructor(
    private readonly ask: Ask,
    private readonly sealer: Sealer,
    private readonly onDelta: OnDelta | undefined,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<AskAnswer | AskFailure>();
    this.outcome = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  get isSettled(): boolean {
    return this.settled;
  }

  accept(message: FrameMessage): void {
    if (this.settled) return;
    const isNext = message.frame === this.nextFrame;
    if (isNext) this.nextFrame += 1;
    try {
      const { failure } = message;
      if (failure) this.settle(askFailure(failure.code, failure.message, failure.budget));
      else if (message.last !== undefined) this.finish(openAnswer(this.ask, message.frame, message.last, this.sealer));
      else if (isNext && message.delta !== undefined)
        this.hand(openDelta(this.ask, message.frame, message.delta, this.sealer), message.attempt ?? 1);
    } catch (error) {
      this.settle(
        askFailure('answer_unreadable', `a frame of the answer does not open: ${askFailureOf(error).message}`),
      );
    }
  }

  /** Ends the wait without an answer. */
  settle(proposal: AskAnswer | AskFailure): void {
    if (this.settled) return;
    this.settled = true;
    void this.handing.then(() => this.resolve(proposal));
  }

  /** The answer is complete: pieces that came before are handed on first. */
  private finish(proposal: AskAnswer | AskFailure): void {
    this.handing = this.handing.then(() => this.settle(proposal));
  }

  private hand(delta: string | null, attempt: number): void {
    const { onDelta } = this;
    if (delta === null || !onDelta) return;
    this.handing = this.handing.then(async () => {
      if (this.settled) return;
      try {
        await onDelta(delta, attempt);
      } catch (error) {
        this.settled = true;
        this.reject(error);
      }
    });
  }
}
