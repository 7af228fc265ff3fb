import { ArbiterError, retryable, terminal } from '@arbiter/contracts';
import { retryAfterMilliseconds } from '../../web';

const DEFAULT_DELAY_MILLISECONDS = 1_000;

/** The meaning of a provider's HTTP status for the asker: the next move, and no words of the provider. */
export function failureOfStatus(status: number, retryAfter: string | undefined): ArbiterError {
  const delay = retryAfterMilliseconds(retryAfter, Date.now()) ?? DEFAULT_DELAY_MILLISECONDS;
  if (status === 429) return retryable('rate_limited', 'the provider takes no more calls for now', delay);
  if (status === 401 || status === 403)
    return terminal(
      'provider_denied',
      `the provider refuses the key (${status}); correct the key variable that models.yaml names`,
    );
  if (status === 404)
    return terminal(
      'unknown_model',
      'the provider has no such model or address (404); correct models.yaml or the base address',
    );
  if (status >= 500 || status === 408) return retryable('provider_failed', `the provider failed (${status})`, delay);
  return terminal('prompt_refused', `the provider does not take the prompt (${status})`);
}

interface Thrown {
  readonly name?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

const MOST_CAUSES = 5;
const NO_CONNECTION = /^(?:E[A-Z_]+|UND_ERR_[A-Z_]+)$/;

/**
 * The error behind an exception of an SDK or of fetch. Its message may quote a person, so only its kind is reported.
 */
export function providerFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  for (const cause of causesOf(error)) {
    if (cause instanceof ArbiterError) return cause;
    const { statusCode, responseHeaders, code } = cause;
    if (typeof statusCode === 'number' && statusCode >= 400)
      return failureOfStatus(statusCode, responseHeaders?.['retry-after']);
    if (typeof code === 'string' && NO_CONNECTION.test(code))
      return retryable('provider_unreachable', 'the provider cannot be reached');
  }
  return retryable('provider_failed', `the provider failed (${(error as Thrown | null)?.name ?? typeof error})`);
}

/** The error and its causes, outermost first. */
function causesOf(error: unknown): readonly Thrown[] {
  const causes: Thrown[] = [];
  for (
    let cause = error;
    typeof cause === 'object' && cause !== null && causes.length < MOST_CAUSES;
    cause = (cause as Thrown).cause
  )
    causes.push(cause);
  return causes;
}
