import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type ServiceHost } from '@arbiter/platform';
import { plannerDefinition } from './planner-definition';
import { PlanEvents } from './plan-events';

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    return {
      module: AppModule,
      controllers: [PlanEvents],
      imports: [ServiceModule.forApp('planner', host, plannerDefinition, [])],
    };
  }
}
