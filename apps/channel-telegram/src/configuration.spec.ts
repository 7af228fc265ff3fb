import { readTelegramConfiguration } from './configuration';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const SECRET = 'a-secret-of-the-webhook';

describe('the configuration', () => {
  it('polls unless a webhook is named', () => {
    expect(readTelegramConfiguration({ ARBITER_TELEGRAM_TOKEN: TOKEN })).toEqual({
      token: TOKEN,
      apiUrl: 'https://api.telegram.org',
      webhook: null,
    });
    const environment = {
      ARBITER_TELEGRAM_TOKEN: TOKEN,
      ARBITER_TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram',
      ARBITER_TELEGRAM_WEBHOOK_SECRET: SECRET,
      ARBITER_TELEGRAM_API_URL: 'http://127.0.0.1:8081/',
    };
    expect(readTelegramConfiguration(environment)).toMatchObject({
      apiUrl: 'http://127.0.0.1:8081',
      webhook: { secret: SECRET, host: '127.0.0.1', port: 8_080 },
    });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['no token', {}, 'ARBITER_TELEGRAM_TOKEN'],
    ['no real token', { ARBITER_TELEGRAM_TOKEN: 'secret' }, 'ARBITER_TELEGRAM_TOKEN'],
    [
      'no real API',
      { ARBITER_TELEGRAM_TOKEN: TOKEN, ARBITER_TELEGRAM_API_URL: 'telegram' },
      'ARBITER_TELEGRAM_API_URL',
    ],
    [
      'an open webhook',
      { ARBITER_TELEGRAM_TOKEN: TOKEN, ARBITER_TELEGRAM_WEBHOOK_URL: 'http://bot.example/telegram' },
      'ARBITER_TELEGRAM_WEBHOOK_URL',
    ],
    [
      'no secret',
      { ARBITER_TELEGRAM_TOKEN: TOKEN, ARBITER_TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram' },
      'ARBITER_TELEGRAM_WEBHOOK_SECRET',
    ],
    [
      'a short secret',
      {
        ARBITER_TELEGRAM_TOKEN: TOKEN,
        ARBITER_TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram',
        ARBITER_TELEGRAM_WEBHOOK_SECRET: 'short',
      },
      'ARBITER_TELEGRAM_WEBHOOK_SECRET',
    ],
    [
      'no real port',
      {
        ARBITER_TELEGRAM_TOKEN: TOKEN,
        ARBITER_TELEGRAM_WEBHOOK_URL: 'https://bot.example/telegram',
        ARBITER_TELEGRAM_WEBHOOK_SECRET: SECRET,
        ARBITER_HTTP_PORT: 'web',
      },
      'ARBITER_HTTP_PORT',
    ],
  ])('with %s says which variable to set', (_, environment, variable) => {
    expect(() => readTelegramConfiguration(environment)).toThrow(variable);
  });

  it('repeats no secret in what it says', () => {
    expect(() => readTelegramConfiguration({ ARBITER_TELEGRAM_TOKEN: 'my secret token' })).not.toThrow(/my secret/);
    expect(() => readTelegramConfiguration({ ARBITER_TELEGRAM_TOKEN: 'my secret token' })).toThrow('set it to');
  });
});
