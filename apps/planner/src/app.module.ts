import { Module } from '@nestjs/common';
import {
  ArtifactRegistry,
  ArtifactsModule,
  Asker,
  AskingModule,
  DATABASE,
  DatabaseModule,
  ShellModule,
} from '@arbiter/platform';
import { PlanEvents } from './plan-events';
import { plannerDefinition } from './planner-definition';

@Module({
  imports: [
    ShellModule.forFeature({
      imports: [AskingModule, ArtifactsModule, DatabaseModule],
      inject: [Asker, ArtifactRegistry, DATABASE],
      useFactory: plannerDefinition,
    }),
  ],
  controllers: [PlanEvents],
})
export class AppModule {}
