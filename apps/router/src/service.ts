import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const router = nestService('router', () => AppModule);
