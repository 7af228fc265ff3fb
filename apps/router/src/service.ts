import { eventService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const router = eventService('router', (host) => AppModule.on(host));
