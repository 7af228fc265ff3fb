import { readConfiguration } from './configuration';

const RIGHT = {
  ARBITER_WEBHOOK_SECRETS: `whsec_${Buffer.alloc(24, 1).toString('base64')},${Buffer.alloc(32, 2).toString('base64')}`,
  ARBITER_WEBHOOK_URL: 'https://bot.example/replies',
};

describe('the configuration of the webhook adapter', () => {
  it('holds the secrets of both sides, the first for what goes out', () => {
    expect(readConfiguration(RIGHT)).toEqual({
      hosts: expect.anything(),
      host: '127.0.0.1',
      port: 8_080,
      secrets: [Buffer.alloc(24, 1), Buffer.alloc(32, 2)],
      url: 'https://bot.example/replies',
    });
  });

  it.each([
    ['ARBITER_WEBHOOK_SECRETS', ''],
    ['ARBITER_WEBHOOK_SECRETS', 'c2hvcnQ='],
    ['ARBITER_WEBHOOK_URL', ''],
    ['ARBITER_WEBHOOK_URL', 'bot.example'],
    ['ARBITER_WEBHOOK_URL', 'file:///etc'],
  ])('names the variable that is wrong and its fix: %s="%s"', (name, value) => {
    expect(() => readConfiguration({ ...RIGHT, [name]: value })).toThrow(
      expect.objectContaining({
        kind: 'terminal',
        message: expect.stringMatching(new RegExp(`^${name} .*set it to `)),
      }),
    );
  });
});
