import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const actionGateway = nestService('action-gateway', () => AppModule);
