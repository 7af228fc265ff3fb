import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { actionGateway } from './service';

void runServices('action-gateway', [actionGateway]);
