import { sign, verify } from './signature';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const NOW = 1_700_000_000_000;
const BODY = Buffer.from('{"a":1}');

describe('a signature of Standard Webhooks', () => {
  it('is the one of the specification', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(
      sign(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')['webhook-signature'],
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('holds with any of the secrets, and with any of the signatures, so that secrets can change', () => {
    expect(() => verify([NEW, OLD], { ...sign(OLD, 'm', NOW / 1_000, BODY) }, BODY, NOW)).not.toThrow();
    const both = [
      'v1a,other',
      sign(OLD, 'm', NOW / 1_000, BODY)['webhook-signature'],
      sign(NEW, 'm', NOW / 1_000, BODY)['webhook-signature'],
    ].join(' ');
    expect(() =>
      verify([NEW], { ...sign(OLD, 'm', NOW / 1_000, BODY), 'webhook-signature': both }, BODY, NOW),
    ).not.toThrow();
  });

  it.each([
    ['another body', {}, Buffer.from('{"a":2}'), NOW],
    ['another id', { 'webhook-id': 'n' }, BODY, NOW],
    ['another time', { 'webhook-timestamp': String(NOW / 1_000 + 1) }, BODY, NOW],
    ['no number as its time', { 'webhook-timestamp': 'soon' }, BODY, NOW],
    ['no signature', { 'webhook-signature': '' }, BODY, NOW],
    ['an age of more than five minutes', {}, BODY, NOW + 301_000],
    ['a time that is to come', {}, BODY, NOW - 301_000],
  ])('does not hold with %s', (_name, changes, body, now) => {
    expect(() => verify([OLD], { ...sign(OLD, 'm', NOW / 1_000, BODY), ...changes }, body, now)).toThrow(
      expect.objectContaining({ name: 'Refusal', status: 401 }),
    );
  });
});
