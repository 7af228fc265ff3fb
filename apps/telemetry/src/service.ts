import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const telemetry = nestService('telemetry', () => AppModule);
