import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const providerGateway = nestService('provider-gateway', () => AppModule);
