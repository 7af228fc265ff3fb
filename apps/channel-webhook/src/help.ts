import { LISTENING, type AdapterHelp } from '@arbiter/channels';

export const HELP: AdapterHelp = {
  does: 'Takes signed messages over HTTP from any program, and posts replies to its address, by Standard Webhooks.',
  environment: {
    ARBITER_WEBHOOK_SECRETS:
      '24 or more bytes in base64 known to both sides, several by commas, the first signs; required',
    ARBITER_WEBHOOK_URL: 'where replies are posted; required',
    ARBITER_ALLOWED_HOSTS: 'names it answers to besides localhost and loopback addresses, by commas',
    ...LISTENING,
  },
  example:
    'ARBITER_NATS_URL=nats://localhost:4222 ARBITER_WEBHOOK_SECRETS=… ARBITER_WEBHOOK_URL=https://example.com/replies node apps/channel-webhook/dist/main.js',
};
