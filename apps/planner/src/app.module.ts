import { Module } from '@nestjs/common';
import { ServiceModule } from '@arbiter/platform';
import { plannerDefinition } from './definition';

@Module({ imports: [ServiceModule.forApp('planner', plannerDefinition)] })
export class AppModule {}
