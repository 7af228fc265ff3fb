import { nestService } from '@arbiter/platform';
import { AppModule } from './app.module';

export const planner = nestService('planner', () => AppModule);
