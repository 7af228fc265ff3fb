import '@arbiter/runtime/node-version';
import { runServices } from '@arbiter/runtime';
import { telemetry } from './service';

void runServices('telemetry', [telemetry]);
