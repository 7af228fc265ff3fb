import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { providerGateway } from './service';

void runServices('provider-gateway', [providerGateway]);
