import type { ArbiterError } from '@arbiter/contracts';
import type { Outcome } from './item';

/**
 * One broker message and the number of its parts that are not done yet.
 *
 * 1. Settled exactly once, when every part is done: with the first failure that is the message's own, else with the
 *    first that only asks to come again, else with none.
 * 2. Settled in the same breath as the facts of its last part are published, so that acknowledgement and publishes
 *    leave in one write.
 */
export class Ticket implements Outcome {
  private failure: ArbiterError | null = null;

  constructor(
    private left: number,
    private readonly settled: (failure: ArbiterError | null) => void,
  ) {
    if (left === 0) this.settled(null);
  }

  readonly done = (): void => {
    this.left -= 1;
    if (this.left === 0) this.settled(this.failure);
  };

  readonly failed = (error: ArbiterError): void => {
    if (this.failure?.kind !== 'terminal') this.failure = error.kind === 'terminal' ? error : (this.failure ?? error);
    this.done();
  };
}
