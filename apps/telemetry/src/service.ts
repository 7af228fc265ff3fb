import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const telemetry = nestService('telemetry', () => AppModule);
