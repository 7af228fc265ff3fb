import { rateLimited } from '@arbiter/channels';
import { retryable, terminal, type ArbiterError } from '@arbiter/contracts';
import { WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';

/** Slack's errors for its own trouble, or for a token that has to be corrected; messages wait until then. */
const PASSING = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'org_login_required',
  'accesslimited',
];
const LIMITED = ['ratelimited', 'rate_limited'];
const OF_THE_TOKEN = [
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'not_allowed_token_type',
];
/** How to correct a refused token. */
export const REMEDY = 'set ARBITER_SLACK_TOKEN to the bot token of the app, with the scopes it needs';

/** A failed call as the next move. Nothing of the library's own error is passed on, for it may hold the message. */
export function asArbiterError(error: unknown): ArbiterError {
  if (error instanceof WebAPIRateLimitedError) return rateLimited(error.retryAfter * 1_000, 'session');
  const code = codeOf(error);
  if (code === null) return retryable('slack_unreachable', 'Slack does not answer', 1_000);
  if (LIMITED.includes(code)) return rateLimited(30_000, 'session');
  if (isOfTheToken(error)) return retryable('slack_token', `Slack refuses the app (${code}): ${REMEDY}`, 60_000);
  return PASSING.includes(code)
    ? retryable('slack_failed', `Slack failed (${code})`, 1_000)
    : terminal('slack_refused', `Slack refused the call (${code})`);
}

export const isOfTheToken = (error: unknown): boolean => OF_THE_TOKEN.includes(codeOf(error) ?? '');

/** The word Slack refuses a call with; null when it was no answer of Slack's, but a proxy's page or nothing. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof WebAPIPlatformError)) return null;
  return /^[a-z_]{1,60}$/.test(error.data.error) ? error.data.error : null;
}
