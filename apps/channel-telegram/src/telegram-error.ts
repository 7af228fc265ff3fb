import { rateLimited } from '@arbiter/channels';
import { retryable, terminal, type ArbiterError } from '@arbiter/contracts';
import { GrammyError } from 'grammy';

/**
 * A failed call as the next move. Nothing of the library's own error is passed on: it holds the message, and the
 * address of the call, which holds the token.
 */
export function asArbiterError(error: unknown): ArbiterError {
  if (!(error instanceof GrammyError)) return retryable('telegram_unreachable', 'Telegram does not answer', 1_000);
  const { error_code: code, description, parameters, method } = error;
  if (code === 429) return rateLimited((parameters.retry_after ?? 1) * 1_000, 'session');
  if (isMisconfigured(error))
    return retryable(
      'telegram_token',
      `Telegram does not know the bot (${code}): set ARBITER_TELEGRAM_TOKEN to its token`,
      60_000,
    );
  const problem = `Telegram refused ${method} (${code}: ${description.slice(0, 200)})`;
  return code >= 500 || code === 409
    ? retryable('telegram_failed', problem, 1_000)
    : terminal('telegram_refused', problem);
}

/** Telegram's answer to a wrong token; messages wait until it is corrected. */
export const isMisconfigured = (error: unknown): boolean =>
  error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404);
