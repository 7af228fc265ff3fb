import '@arbiter/platform/node-version';
import { runChannel } from '@arbiter/channels';
import { slack } from './channel';
import { slackOptions } from './serve';

void runChannel(slack, slackOptions);
