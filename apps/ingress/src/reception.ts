import { ArbiterError, retryable } from '@arbiter/contracts';
import { concernsStore, type Dependencies } from '@arbiter/resilience';
import { Problem } from '@arbiter/runtime';
import { Intake } from './intake/intake';
import type { RateLimit } from './http/rate-limit';
import type { ReceivedFact } from './intake/received-fact';
import type { Receipt } from './intake/pending-fact';
import type { RunFeed } from './views/run-feed';
import type { UiStream } from './views/ui-stream';

export interface Followed {
  readonly receipt: Receipt;
  /** the run's events from the first on; the caller closes it */
  readonly feed: RunFeed;
}

/** The field that makes two requests the same, and the status when their contents differ. */
export interface Identity {
  readonly field: string;
  readonly status: number;
}

/** the broker is back from a restart within this time; facts taken meanwhile are published then */
const BRIEF_MILLISECONDS = 5_000;
const PATIENCE_MILLISECONDS = 2_000;
const RETRY_MILLISECONDS = 2_000;

/** Takes in checked input: within the customer's limit, once, and with its run's events when they are wanted. */
export class Reception {
  constructor(
    private readonly intake: Intake,
    private readonly limit: RateLimit,
    private readonly ui: UiStream,
    private readonly dependencies: Dependencies,
  ) {}

  /** Throws a Problem or an ArbiterError; then nothing was received, or it is not known. */
  async receive(fact: ReceivedFact, identity: Identity): Promise<Receipt> {
    await this.untilItCanBeKept();
    await this.limit.consume(fact.tenant, fact.customerId);
    return this.intake.receive(fact).catch((error: unknown) => {
      throw explained(error, identity);
    });
  }

  /**
   * Nothing is accepted that would be lost: without a store it could not be kept, and without the broker no service
   * would work on it. A brief outage is waited for.
   */
  private async untilItCanBeKept(): Promise<void> {
    if (!this.dependencies.isStoreUp) await this.dependencies.untilStoreUp(AbortSignal.timeout(PATIENCE_MILLISECONDS));
    const [outage] = this.dependencies.outages.filter(
      (one) => concernsStore(one) || (one.part === 'nats' && Date.now() - one.since > BRIEF_MILLISECONDS),
    );
    if (outage) throw retryable('unavailable', `${outage.part} is away; send it again`, RETRY_MILLISECONDS);
  }

  /** Follows the run from before it exists, so that no event of it can be missed. */
  async receiveAndFollow(fact: ReceivedFact, identity: Identity): Promise<Followed> {
    const { tenant, sessionId, requestId: runId } = fact;
    const feed = this.ui.open({ tenant, sessionId, runId }, 0, true);
    try {
      const receipt = await this.receive(fact, identity);
      if (receipt.status === 'duplicate') feed.catchUp();
      return { receipt, feed };
    } catch (error) {
      feed.close();
      throw error;
    }
  }
}

function explained(error: unknown, { field, status }: Identity): unknown {
  if (!(error instanceof ArbiterError) || error.kind !== 'conflict') return error;
  const inFlight = error.code === 'in_flight';
  return new Problem(inFlight ? 409 : status, error.code, error.message, {
    field,
    headers: inFlight ? { 'retry-after': '1' } : {},
  });
}
