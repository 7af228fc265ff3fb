import { retryable, terminal, type ArbiterError } from '@arbiter/contracts';
import { retryAfterMilliseconds } from '@arbiter/resilience';

const DEFAULT_DELAY_MILLISECONDS = 1_000;
/** That the request came too early, too late or beside another one is no fault of it. */
const AGAIN: ReadonlySet<number> = new Set([408, 409, 425]);

/** The meaning of a provider's HTTP status for the asker: the next move, and no words of the provider. */
export function failureOfStatus(status: number, retryAfter: string | undefined): ArbiterError {
  const delay = retryAfterMilliseconds(retryAfter, Date.now()) ?? DEFAULT_DELAY_MILLISECONDS;
  if (status === 429) return retryable('rate_limited', 'the provider takes no more calls for now', delay);
  if (status === 401 || status === 402 || status === 403)
    return terminal(
      'provider_denied',
      status === 402
        ? 'the provider says that nothing is left to pay for calls (402); see to the account of the key'
        : `the provider refuses the key (${status}); correct the key variable that models.yaml names`,
    );
  if (status === 404)
    return terminal(
      'unknown_model',
      'the provider has no such model or address (404); correct models.yaml or the base address',
    );
  if (status >= 500 || AGAIN.has(status)) return retryable('provider_failed', `the provider failed (${status})`, delay);
  return terminal('prompt_refused', `the provider does not take the prompt (${status})`);
}
