import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { ingress } from './service';

void runServices('ingress', [ingress]);
