import '@arbiter/runtime/node-version';
import { answerAdapterHelp, runChannel } from '@arbiter/channels';
import { slack } from './channel';
import { HELP } from './help';
import { slackOptions } from './serve';

answerAdapterHelp(HELP);
void runChannel(slack, slackOptions);
