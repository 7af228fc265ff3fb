import '@arbiter/platform/node-version';
import { runChannel } from '@arbiter/channels';
import { web } from './channel';
import { webOptions } from './serve';

void runChannel(web, webOptions);
