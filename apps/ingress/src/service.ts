import { nestService } from '@arbiter/runtime';
import { AppModule } from './app.module';
import { httpEdge } from './http/http-edge';

export const ingress = nestService('ingress', AppModule.forRoot, httpEdge);
