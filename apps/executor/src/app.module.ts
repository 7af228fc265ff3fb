import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type ServiceHost } from '@arbiter/platform';
import { executorDefinition } from './executor-definition';
import { RunEvents } from './run-events';

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    return {
      module: AppModule,
      controllers: [RunEvents],
      imports: [ServiceModule.forApp('executor', host, executorDefinition, [])],
    };
  }
}
