import { readIngressConfiguration } from './configuration';

const ENVIRONMENT = {
  ARBITER_POSTGRES_URL: 'postgres://x',
  ARBITER_NATS_URL: 'nats://x',
  ARBITER_MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
const KEY = `console:${'0'.repeat(64)}`;

describe('the configuration of ingress', () => {
  const read = (environment: NodeJS.ProcessEnv = {}) => readIngressConfiguration({ ...ENVIRONMENT, ...environment });

  it('listens for this machine only unless told otherwise', () => {
    expect(read()).toMatchObject({ httpHost: '127.0.0.1', httpPort: 3000, tenant: 'shop', ratePerMinute: 6_000 });
  });

  it.each([['0.0.0.0'], ['::'], ['192.168.1.5'], ['example.org']])(
    'does not listen on %s without API keys',
    (ARBITER_HTTP_HOST) => {
      expect(() => read({ ARBITER_HTTP_HOST })).toThrow(/set ARBITER_API_KEYS/);
      expect(read({ ARBITER_HTTP_HOST, ARBITER_API_KEYS: KEY }).apiKeys.configured).toBe(true);
    },
  );

  it.each([
    ['ARBITER_TENANT', 'a-b'],
    ['ARBITER_HTTP_PORT', 'x'],
    ['ARBITER_RATE_PER_MINUTE', '-1'],
    ['ARBITER_API_KEYS', 'x'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(name));
  });
});
