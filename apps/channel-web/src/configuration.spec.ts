import { readConfiguration } from './configuration';

const RIGHT = {
  ARBITER_WEB_SECRETS: Buffer.alloc(32).toString('base64'),
  ARBITER_WEB_ORIGINS: 'https://www.example.com, http://127.0.0.1:8000',
};

describe('the configuration of the web adapter', () => {
  it('is complete with secrets and pages', () => {
    expect(readConfiguration(RIGHT)).toEqual({
      hosts: expect.anything(),
      streamsPerClient: 1_000,
      host: '127.0.0.1',
      port: 8_080,
      secrets: [Buffer.alloc(32)],
      origins: new Set(['https://www.example.com', 'http://127.0.0.1:8000']),
    });
  });

  it.each([
    ['ARBITER_WEB_SECRETS', ''],
    ['ARBITER_WEB_SECRETS', 'c2hvcnQ='],
    ['ARBITER_WEB_ORIGINS', ''],
    ['ARBITER_WEB_ORIGINS', '*'],
    ['ARBITER_WEB_ORIGINS', 'https://www.example.com/'],
    ['ARBITER_HTTP_PORT', '70000'],
    ['ARBITER_ALLOWED_HOSTS', 'https://chat.example.com'],
    ['ARBITER_STREAMS_PER_CLIENT', 'many'],
  ])('names the variable that is wrong and its fix: %s="%s"', (name, value) => {
    expect(() => readConfiguration({ ...RIGHT, [name]: value })).toThrow(
      expect.objectContaining({
        kind: 'terminal',
        message: expect.stringMatching(new RegExp(`^${name} .*(set it to|write) `)),
      }),
    );
  });
});
