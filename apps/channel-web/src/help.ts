import { LISTENING, type AdapterHelp } from '@arbiter/channels';

export const HELP: AdapterHelp = {
  does: 'Serves a chat within a site: messages come in over HTTP, replies go out as an event stream, visitors carry a token of the site.',
  environment: {
    ARBITER_WEB_SECRETS: "32 or more bytes in base64 that sign visitors' tokens, several by commas; required",
    ARBITER_WEB_ORIGINS: 'origins of the pages that may call, by commas; required',
    ARBITER_ALLOWED_HOSTS: 'names it answers to besides localhost and loopback addresses, by commas',
    ARBITER_STREAMS_PER_CLIENT: 'event streams one address may have open, 0 for any number; 1000 when left out',
    ...LISTENING,
  },
  example:
    'ARBITER_NATS_URL=nats://localhost:4222 ARBITER_WEB_SECRETS=… ARBITER_WEB_ORIGINS=https://www.example.com node apps/channel-web/dist/main.js',
};
