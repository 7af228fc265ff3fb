import { readSlackConfiguration } from './configuration';

const GIVEN = { ARBITER_SLACK_TOKEN: 'xoxb-1-2-abc', ARBITER_SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99yyyzzz85a5' };

describe('the configuration', () => {
  it('needs a token and a signing secret, and listens on loopback', () => {
    expect(readSlackConfiguration(GIVEN)).toEqual({
      token: GIVEN.ARBITER_SLACK_TOKEN,
      signingSecret: GIVEN.ARBITER_SLACK_SIGNING_SECRET,
      apiUrl: 'https://slack.com/api/',
      locale: null,
      host: '127.0.0.1',
      port: 8_080,
    });
    expect(
      readSlackConfiguration({ ...GIVEN, ARBITER_SLACK_API_URL: 'http://127.0.0.1:9/api', ARBITER_SLACK_LOCALE: 'de' }),
    ).toMatchObject({ apiUrl: 'http://127.0.0.1:9/api/', locale: 'de' });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['no token', { ARBITER_SLACK_TOKEN: '' }, 'ARBITER_SLACK_TOKEN'],
    ['the token of a person', { ARBITER_SLACK_TOKEN: 'xoxp-secret' }, 'ARBITER_SLACK_TOKEN'],
    ['no signing secret', { ARBITER_SLACK_SIGNING_SECRET: undefined }, 'ARBITER_SLACK_SIGNING_SECRET'],
    ['no real API', { ARBITER_SLACK_API_URL: 'slack' }, 'ARBITER_SLACK_API_URL'],
    ['no language', { ARBITER_SLACK_LOCALE: 'English please' }, 'ARBITER_SLACK_LOCALE'],
    ['no port', { ARBITER_HTTP_PORT: 'web' }, 'ARBITER_HTTP_PORT'],
  ])('with %s says which variable to set, and repeats no secret', (_, changes, variable) => {
    expect(() => readSlackConfiguration({ ...GIVEN, ...changes })).toThrow(variable);
    expect(() => readSlackConfiguration({ ...GIVEN, ...changes })).not.toThrow(/xoxp-secret/);
  });
});
