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
import { EventStore } from '@arbiter/store';
import { Module } from '@nestjs/common';
import { AgentEvents } from './agent-events';
import { agentDefinition, runDefinition } from './executor-definition';
import { RunEvents } from './run-events';

@Module({
  imports: [
    EventStoreModule,
    ShellModule.forFeature(
      {
        imports: [AskingModule, ArtifactsModule, DatabaseModule],
        inject: [Asker, ArtifactRegistry, LOGGER, DATABASE],
        useFactory: runDefinition,
      },
      {
        imports: [AskingModule, DatabaseModule, EventStoreModule],
        inject: [Asker, DATABASE, EventStore],
        useFactory: agentDefinition,
      },
    ),
  ],
  controllers: [RunEvents, AgentEvents],
})
export class AppModule {}
