import type { ToolOutcome } from '@arbiter/contracts';
import { Breaker } from './breaker';
import type { Budget } from './budget';
import { InFlight } from './in-flight';
import { Rates, type RatesOptions } from './rates';
import { Turns } from './turns';

export interface GovernorMetrics {
  /** an account lets calls through again only later: it asked for that, or it does not answer */
  stopped(account: string, cause: 'retry_after' | 'breaker'): void;
  waited(milliseconds: number): void;
}

export type GovernorOptions = RatesOptions & { readonly metrics?: GovernorMetrics };

/** One attempt, or one read, may be sent. */
export interface Permit {
  readonly giveBack: () => void;
}

/** Between two looks for a place, which another replica may have given back. */
const PLACE_MILLISECONDS = 50;

/**
 * AG-11: when a vendor may be called.
 *
 * 1. A permit is given when the vendor's breaker lets a call through, there is a place, and the rate allows it: all
 *    three, or nothing is held.
 * 2. The tenants that share an account are served in turn, and within a tenant the call that came first.
 * 3. After a Retry-After no caller is given a permit for that account before its time.
 */
export class Governor {
  private readonly rates: Rates;
  private readonly inFlight: InFlight;
  private readonly turns = new Turns();
  private readonly breakers = new Map<string, Breaker>();

  constructor(private readonly options: GovernorOptions) {
    this.rates = new Rates(options);
    this.inFlight = new InFlight(options);
  }

  /** null: there was none in that time, or the signal was aborted. */
  async permit(budget: Budget, milliseconds: number, signal?: AbortSignal): Promise<Permit | null> {
    const { account, tenant, tool } = budget;
    const since = Date.now();
    const line = tool ? `${tenant}/${tool.name}` : tenant;
    const permit = await this.turns.wait(account, line, () => this.take(budget), milliseconds, signal);
    this.options.metrics?.waited(Date.now() - since);
    return permit;
  }

  /** A further call of a permit: it is not held up, and later ones wait for it. */
  count(budget: Budget): Promise<void> {
    return this.rates.count(budget);
  }

  /** What the vendor answered to a call. */
  async heard(budget: Budget, outcome: ToolOutcome): Promise<void> {
    await this.breakerOf(budget).heard(outcome);
    const wait = retryAfterOf(outcome);
    if (wait === null) return;
    this.options.metrics?.stopped(budget.account, 'retry_after');
    await this.rates.hold(budget, wait);
  }

  private async take(budget: Budget): Promise<Permit | number> {
    const endCall = this.breakerOf(budget).admit();
    if (typeof endCall === 'number') return endCall;
    const leave = await this.inFlight.take(budget);
    if (!leave) return (endCall(), PLACE_MILLISECONDS);
    const giveBack = (): void => (leave(), endCall());
    const wait = await this.rates.take(budget);
    return wait > 0 ? (giveBack(), wait) : { giveBack };
  }

  private breakerOf({ account }: Budget): Breaker {
    const known = this.breakers.get(account);
    if (known) return known;
    const made = new Breaker(() => this.options.metrics?.stopped(account, 'breaker'));
    this.breakers.set(account, made);
    return made;
  }
}

/** Too Many Requests, Service Unavailable: answers about the caller's account or the whole vendor. */
const ASKED_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

const retryAfterOf = (outcome: ToolOutcome): number | null =>
  outcome.kind === 'response' && ASKED_TO_WAIT.has(outcome.status) ? outcome.retryAfterMilliseconds || null : null;
