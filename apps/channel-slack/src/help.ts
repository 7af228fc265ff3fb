import { LISTENING, type AdapterHelp } from '@arbiter/channels';

export const HELP: AdapterHelp = {
  does: 'Talks to Slack for an app: takes its events and pressed buttons, and posts replies.',
  environment: {
    ARBITER_SLACK_TOKEN: 'the Bot User OAuth Token of the app, xoxb-…; required',
    ARBITER_SLACK_SIGNING_SECRET: 'the Signing Secret of the app; required',
    ARBITER_SLACK_LOCALE: 'the language of the workspace, as en or de-AT; the texts tell it when left out',
    ARBITER_SLACK_API_URL: 'https://slack.com/api/ when left out',
    ...LISTENING,
  },
  example:
    'ARBITER_NATS_URL=nats://localhost:4222 ARBITER_SLACK_TOKEN=xoxb-… ARBITER_SLACK_SIGNING_SECRET=… node apps/channel-slack/dist/main.js',
};
