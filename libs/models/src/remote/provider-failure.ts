import { ArbiterError, retryable } from '@arbiter/contracts';
import { failureOfStatus } from '../provider-status';

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
