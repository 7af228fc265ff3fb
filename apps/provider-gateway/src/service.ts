import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const providerGateway = nestService('provider-gateway', () => AppModule);
