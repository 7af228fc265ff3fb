import '@arbiter/platform/node-version';
import { answerHelp, runChannel } from '@arbiter/channels';
import { slack } from './channel';
import { HELP } from './help';
import { slackOptions } from './serve';

answerHelp(HELP);
void runChannel(slack, slackOptions);
