import { AllowedHosts } from './allowed-hosts';

describe('the hosts a service answers to', () => {
  const hosts = AllowedHosts.read(
    { ARBITER_ALLOWED_HOSTS: 'chat.example.com, api.example.com:8443,[2001:db8::1]' },
    '0.0.0.0',
  );

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'a.localhost',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]:1',
    'chat.example.com',
    'Chat.Example.com:443',
    'api.example.com:8443',
    '[2001:db8::1]:3000',
  ])("are its own machine's and those it is told: %s", (host) => {
    expect(() => hosts.check({ host }, 'GET')).not.toThrow();
  });

  it.each([
    ['evil.example'],
    ['api.example.com'],
    ['api.example.com:1'],
    ['chat.example.com.evil.example'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['192.168.1.5'],
    ['a b'],
    ['@localhost'],
    [''],
    [undefined],
  ])('are no others, and the refusal names the variable: %p', (host) => {
    expect(() => hosts.check({ host }, 'GET')).toThrow(
      expect.objectContaining({ status: 421, detail: expect.stringContaining('ARBITER_ALLOWED_HOSTS') }),
    );
  });

  it('are the address too that it listens on, when that is one', () => {
    for (const [listens, host] of [
      ['192.168.1.5', '192.168.1.5:3000'],
      ['fd00::5', '[fd00::5]:3000'],
    ] as const) {
      expect(() => AllowedHosts.read({}, listens).check({ host }, 'GET')).not.toThrow();
      expect(() => AllowedHosts.read({}, '0.0.0.0').check({ host }, 'GET')).toThrow(
        expect.objectContaining({ status: 421 }),
      );
    }
  });

  it.each(['https://chat.example.com', 'a/b', '*', 'a b', 'chat.example.com:http'])(
    'are told as names: %s is refused at the start',
    (entry) => {
      expect(() => AllowedHosts.read({ ARBITER_ALLOWED_HOSTS: `chat.example.com,${entry}` }, '0.0.0.0')).toThrow(
        /^ARBITER_ALLOWED_HOSTS holds .*; write names or addresses/,
      );
    },
  );
});

describe('a page', () => {
  const hosts = AllowedHosts.read({ ARBITER_ALLOWED_HOSTS: 'chat.example.com' }, '0.0.0.0');
  const HOST = '127.0.0.1:3000';
  const asked = (headers: Record<string, string>, method: string, host: string) => () =>
    hosts.check({ host, ...headers }, method);

  it.each<[string, Record<string, string>, string?, string?]>([
    ['of the service itself', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    ['of the service behind TLS', { origin: 'https://chat.example.com' }, 'POST', 'chat.example.com'],
    [
      'of the service behind TLS, the port said',
      { origin: 'https://chat.example.com' },
      'POST',
      'chat.example.com:443',
    ],
    ['that says no origin, for it is no browser', {}],
    ['that a person opened', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'GET'],
    ['that a link of another leads to', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'GET'],
  ])('%s may call', (_name, headers, method = 'POST', host = HOST) => {
    expect(asked(headers, method, host)).not.toThrow();
  });

  it.each<[string, Record<string, string>, string?]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another site that only reads', { origin: 'https://evil.example' }, 'GET'],
    ['of another port of this machine', { origin: 'http://127.0.0.1:8000' }],
    ['of another name of this machine', { origin: 'http://localhost:3000' }],
    ['without a place', { origin: 'null' }],
    ['of an extension', { origin: 'chrome-extension://abc' }],
    ['of another site, as its browser says', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [
      'of a sister of the site, as its browser says',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      'GET',
    ],
    ['of another site whose form is sent', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ])('%s may not', (_name, headers, method = 'POST') => {
    expect(asked(headers, method, HOST)).toThrow(
      expect.objectContaining({ status: 403, body: expect.objectContaining({ field: 'origin' }) }),
    );
  });
});
