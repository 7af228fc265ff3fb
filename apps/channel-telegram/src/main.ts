import '@arbiter/platform/node-version';
import { runChannel } from '@arbiter/channels';
import { telegram } from './channel';
import { telegramOptions } from './serve';

void runChannel(telegram, telegramOptions);
