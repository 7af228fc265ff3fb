import '@arbiter/platform/node-version';
import { runServices } from '@arbiter/platform';
import { telemetry } from './service';

void runServices('telemetry', [telemetry]);
