import '@arbiter/runtime/node-version';
import { answerAdapterHelp, runChannel } from '@arbiter/channels';
import { web } from './channel';
import { HELP } from './help';
import { webOptions } from './serve';

answerAdapterHelp(HELP);
void runChannel(web, webOptions);
