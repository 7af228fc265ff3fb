import '@arbiter/runtime/node-version';
import { answerAdapterHelp, runChannel } from '@arbiter/channels';
import { telegram } from './channel';
import { HELP } from './help';
import { telegramOptions } from './serve';

answerAdapterHelp(HELP);
void runChannel(telegram, telegramOptions);
