import { eventService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const actionGateway = eventService('action-gateway', (host) => AppModule.on(host));
