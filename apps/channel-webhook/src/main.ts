import '@arbiter/platform/node-version';
import { answerHelp, runChannel } from '@arbiter/channels';
import { webhook } from './channel';
import { HELP } from './help';
import { webhookOptions } from './serve';

answerHelp(HELP);
void runChannel(webhook, webhookOptions);
