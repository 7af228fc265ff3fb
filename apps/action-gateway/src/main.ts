import '@arbiter/platform/node-version';
import { runService } from '@arbiter/platform';
import { AppModule } from './app.module';

void runService('action-gateway', AppModule);
