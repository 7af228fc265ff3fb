import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { router } from './service';

void runServices('router', [router]);
