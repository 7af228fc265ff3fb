import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const executor = nestService('executor', () => AppModule);
