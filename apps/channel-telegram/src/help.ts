import { LISTENING, type AdapterHelp } from '@arbiter/channels';

export const HELP: AdapterHelp = {
  does: 'Talks to Telegram for a bot: takes what people write to it, and sends replies, buttons and reactions.',
  environment: {
    ARBITER_TELEGRAM_TOKEN: 'the token @BotFather gave the bot; required',
    ARBITER_TELEGRAM_WEBHOOK_URL: 'where Telegram calls the adapter; without it the adapter asks for updates itself',
    ARBITER_TELEGRAM_WEBHOOK_SECRET: '16 to 256 letters, digits, _ or -; required with a webhook',
    ARBITER_TELEGRAM_API_URL: 'https://api.telegram.org when left out',
    ...LISTENING,
  },
  example: 'ARBITER_NATS_URL=nats://localhost:4222 ARBITER_TELEGRAM_TOKEN=… node apps/channel-telegram/dist/main.js',
};
