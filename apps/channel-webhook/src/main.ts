import '@arbiter/runtime/node-version';
import { answerAdapterHelp, runChannel } from '@arbiter/channels';
import { webhook } from './channel';
import { HELP } from './help';
import { webhookOptions } from './serve';

answerAdapterHelp(HELP);
void runChannel(webhook, webhookOptions);
