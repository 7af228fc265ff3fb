import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { providerGateway } from './service';

void runServices('provider-gateway', [providerGateway]);
