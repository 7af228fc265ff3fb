import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { planner } from './service';

void runServices('planner', [planner]);
