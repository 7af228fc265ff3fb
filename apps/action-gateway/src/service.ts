import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const actionGateway = nestService('action-gateway', () => AppModule);
