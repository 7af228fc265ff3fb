import { ArbiterError, retryable, type ProviderDefinition } from '@arbiter/contracts';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';

const FAILURES_IN_A_ROW = 5;
const REST_MILLISECONDS = 10_000;
const MOST_IN_FLIGHT = 64;
/** Failures that are not the provider's fault, or do not mean that it is out. */
const NO_FAULT: ReadonlySet<string> = new Set([
  'abandoned',
  'budget_exceeded',
  'budget_unreachable',
  'prompt_refused',
  'rate_limited',
  'invalid_proposal',
  'cut_off',
  'refused',
  'reply_too_long',
]);

/**
 * Keeps calls away from a provider that cannot take them, so that the next one is asked at once.
 *
 * 1. At most `inFlight` calls at a time; a further one is refused, none waits.
 * 2. After five failures in a row it is not called for ten seconds; then one call tries, and the others are refused
 *    meanwhile.
 * 3. After a Retry-After the provider is not called before that time.
 */
export class ProviderGuard {
  private readonly breaker = circuitBreaker(handleWhen(isOut), {
    halfOpenAfter: REST_MILLISECONDS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  private readonly inFlightLimit: number;
  private inFlight = 0;
  private pausedUntil = 0;

  constructor(limits: ProviderDefinition['limits']) {
    this.inFlightLimit = limits?.inFlight ?? MOST_IN_FLIGHT;
  }

  /**
   * Throws the errors of the call, or a retryable `rate_limited`, `provider_busy` or `provider_out` without calling.
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    this.refuse();
    this.inFlight += 1;
    try {
      return await this.breaker.execute(call);
    } catch (error) {
      if (isBrokenCircuitError(error)) throw out();
      this.note(error);
      throw error;
    } finally {
      this.inFlight -= 1;
    }
  }

  private refuse(): void {
    const wait = this.pausedUntil - Date.now();
    if (wait > 0) throw retryable('rate_limited', 'the provider takes no more calls for now', wait);
    if (this.inFlight >= this.inFlightLimit)
      throw retryable('provider_busy', `${this.inFlightLimit} calls are in flight; ask another provider`);
    if (this.breaker.state === CircuitState.HalfOpen) throw out();
  }

  private note(error: unknown): void {
    if (error instanceof ArbiterError && error.code === 'rate_limited')
      this.pausedUntil = Date.now() + (error.details.delayMilliseconds ?? 0);
  }
}

const isOut = (error: unknown): boolean => !(error instanceof ArbiterError && NO_FAULT.has(error.code));
const out = (): ArbiterError =>
  retryable('provider_out', 'the provider failed too often and is not called for a while', REST_MILLISECONDS);
