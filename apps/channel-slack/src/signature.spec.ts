import { verify } from './signature';

/** The worked example of Slack's own documentation. */
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner' +
  '&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
  '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const TIMESTAMP = '1531420618';
const SIGNATURE = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
const THEN = Number(TIMESTAMP) * 1_000;

const check = (headers: Record<string, string | undefined>, now = THEN, body = BODY, secret = SECRET) =>
  verify(
    {
      headers: { 'x-slack-request-timestamp': TIMESTAMP, 'x-slack-signature': SIGNATURE, ...headers },
      body: Buffer.from(body),
    },
    secret,
    now,
  );

describe('the signature', () => {
  it("of the documentation's example fits", () => {
    expect(() => check({})).not.toThrow();
    expect(() => check({}, THEN + 299_000)).not.toThrow();
  });

  it.each<[string, Parameters<typeof check>]>([
    ['missing', [{ 'x-slack-signature': undefined }]],
    ['of another version', [{ 'x-slack-signature': SIGNATURE.replace('v0', 'v1') }]],
    ['without a timestamp', [{ 'x-slack-request-timestamp': undefined }]],
    ['with a timestamp that is none', [{ 'x-slack-request-timestamp': 'soon' }]],
    ['of another timestamp', [{ 'x-slack-request-timestamp': String(Number(TIMESTAMP) + 1) }]],
    ['of another body', [{}, THEN, `${BODY}&text=refund`]],
    ['of another secret', [{}, THEN, BODY, 'another']],
    ['from over five minutes ago', [{}, THEN + 301_000]],
    ['from over five minutes ahead', [{}, THEN - 301_000]],
  ])('that is %s is refused with 401', (_, given) => {
    expect(() => check(...given)).toThrow(expect.objectContaining({ status: 401 }));
  });
});
