import type { JsMsg } from '@nats-io/jetstream';
import type { ArbiterError } from '@arbiter/contracts';
import type { Outcome } from './item';

const RETRY_MILLISECONDS = 1_000;

/**
 * One broker message and what is left of it to do. Settled at once, in the same breath as the facts are published, so that
 * acknowledgement and publishes leave in one write.
 *
 * 1. Acked when every part is through; nak'd with a delay when one must come again: the others are no-ops then.
 * 2. Settled exactly once.
 */
export class Ticket implements Outcome {
  private failure: ArbiterError | null = null;

  constructor(
    private readonly message: JsMsg,
    private left: number,
    private readonly settled: (failure: ArbiterError | null) => void,
  ) {
    if (left === 0) this.settle();
  }

  readonly done = (): void => {
    this.left -= 1;
    if (this.left === 0) this.settle();
  };

  readonly failed = (error: ArbiterError): void => {
    this.failure ??= error;
    this.done();
  };

  private settle(): void {
    if (this.failure) this.message.nak(this.failure.details.delayMilliseconds ?? RETRY_MILLISECONDS);
    else this.message.ack();
    this.settled(this.failure);
  }
}
