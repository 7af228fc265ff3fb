import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { actionGateway } from './service';

void runServices('action-gateway', [actionGateway]);
