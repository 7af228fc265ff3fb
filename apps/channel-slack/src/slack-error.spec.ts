import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { asArbiterError } from './slack-error';

const refused = (error: string) => new WebAPIPlatformError({ ok: false, error });

describe('a failed call', () => {
  it('waits as long as Slack says', () => {
    expect(asArbiterError(new WebAPIRateLimitedError(30))).toMatchObject({
      kind: 'retryable',
      details: { delayMilliseconds: 30_000 },
    });
    expect(asArbiterError(refused('ratelimited')).kind).toBe('retryable');
  });

  it.each(['channel_not_found', 'is_archived', 'not_in_channel', 'invalid_blocks', 'a_word_to_come'])(
    'that Slack refuses with %s is given up',
    (word) => {
      expect(asArbiterError(refused(word))).toMatchObject({ kind: 'terminal', message: expect.stringContaining(word) });
    },
  );

  it.each(['internal_error', 'service_unavailable', 'token_revoked', 'missing_scope'])(
    'that fails with %s is tried later',
    (word) => {
      expect(asArbiterError(refused(word)).kind).toBe('retryable');
    },
  );

  it.each([
    ["a proxy's page", refused('<html>Bad gateway</html>')],
    ['a server error', new WebAPIHTTPError(503, 'Service Unavailable', {})],
    ['no answer', new WebAPIRequestError(new Error('connect ECONNREFUSED'))],
  ])('for %s is tried later', (_, error) => {
    const asked = asArbiterError(error);
    expect(asked.kind).toBe('retryable');
    expect(asked.message).not.toContain('html');
    expect(asked.details.cause).toBeUndefined();
  });
});
