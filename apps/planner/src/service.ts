import { eventService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const planner = eventService('planner', (host) => AppModule.on(host));
