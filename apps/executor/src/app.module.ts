import { ArtifactRegistry } from '@arbiter/artifacts';
import { Asker } from '@arbiter/models';
import {
  ArtifactsModule,
  AskingModule,
  DATABASE,
  DatabaseModule,
  EventStoreModule,
  LOGGER,
  ShellModule,
} from '@arbiter/runtime';
import { Module } from '@nestjs/common';
import { executorDefinition } from './executor-definition';
import { RunEvents } from './run-events';

@Module({
  imports: [
    EventStoreModule,
    ShellModule.forFeature({
      imports: [AskingModule, ArtifactsModule, DatabaseModule],
      inject: [Asker, ArtifactRegistry, LOGGER, DATABASE],
      useFactory: executorDefinition,
    }),
  ],
  controllers: [RunEvents],
})
export class AppModule {}
