import '@arbiter/platform/node-version';
import { answerHelp, runChannel } from '@arbiter/channels';
import { web } from './channel';
import { HELP } from './help';
import { webOptions } from './serve';

answerHelp(HELP);
void runChannel(web, webOptions);
