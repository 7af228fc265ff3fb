import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const executor = nestService('executor', () => AppModule);
