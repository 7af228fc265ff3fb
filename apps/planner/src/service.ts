import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';

export const planner = nestService('planner', () => AppModule);
