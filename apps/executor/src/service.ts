import { eventService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const executor = eventService('executor', (host) => AppModule.on(host));
