import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { executor } from './service';

void runServices('executor', [executor]);
