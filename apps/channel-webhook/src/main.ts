import '@arbiter/platform/node-version';
import { runChannel } from '@arbiter/channels';
import { webhook } from './channel';
import { webhookOptions } from './serve';

void runChannel(webhook, webhookOptions);
