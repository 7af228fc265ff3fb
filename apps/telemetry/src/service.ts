import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const telemetry = nestService('telemetry', (host) => AppModule.on(host));
