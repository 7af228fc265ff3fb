import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { planner } from './service';

void runServices('planner', [planner]);
