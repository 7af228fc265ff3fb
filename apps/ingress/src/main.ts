import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { ingress } from './service';

void runServices('ingress', [ingress]);
