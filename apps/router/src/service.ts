import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const router = nestService('router', () => AppModule);
