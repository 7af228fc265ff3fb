import type { AdapterHelp } from '@arbiter/channels';

export const HELP: AdapterHelp = {
  does: 'A chat in a terminal, over the broker alone. Lines from a pipe are answered one by one; Ctrl-D or `exit` ends it.',
  environment: {
    ARBITER_TERMINAL_USER: 'the customer who sits there, as C-0001; required',
    ARBITER_TERMINAL_SESSION: 'the conversation that goes on; a new one when left out',
  },
  example:
    'ARBITER_NATS_URL=nats://localhost:4222 ARBITER_TERMINAL_USER=C-0001 node apps/channel-terminal/dist/main.js',
};
