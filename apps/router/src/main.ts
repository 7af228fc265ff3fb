import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { router } from './service';

void runServices('router', [router]);
