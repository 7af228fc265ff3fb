import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type ServiceHost } from '@arbiter/platform';
import { routerDefinition } from './router-definition';

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    return { module: AppModule, imports: [ServiceModule.forApp('router', host, routerDefinition)] };
  }
}
