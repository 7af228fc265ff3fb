import '@arbiter/platform/node-version';
import { answerHelp, runChannel } from '@arbiter/channels';
import { telegram } from './channel';
import { HELP } from './help';
import { telegramOptions } from './serve';

answerHelp(HELP);
void runChannel(telegram, telegramOptions);
