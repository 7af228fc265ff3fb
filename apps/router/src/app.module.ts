import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type ServiceHost } from '@arbiter/platform';
import { routerDefinition } from './router-definition';
import { SessionEvents } from './session-events';

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    return {
      module: AppModule,
      controllers: [SessionEvents],
      imports: [ServiceModule.forApp('router', host, routerDefinition, [])],
    };
  }
}
