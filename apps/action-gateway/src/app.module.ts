import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type ServiceHost } from '@arbiter/platform';
import { gatewayDefinition } from './gateway-definition';

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    return { module: AppModule, imports: [ServiceModule.forApp('action-gateway', host, gatewayDefinition)] };
  }
}
