import { ArtifactRegistry } from '@arbiter/artifacts';
import { Asker } from '@arbiter/models';
import { ArtifactsModule, AskingModule, DATABASE, DatabaseModule, ShellModule } from '@arbiter/runtime';
import { Module } from '@nestjs/common';
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
