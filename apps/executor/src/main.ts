import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { executor } from './service';

void runServices('executor', [executor]);
