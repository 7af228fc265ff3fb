import { Module } from '@nestjs/common';
import { ArtifactRegistry, ArtifactsModule, Asker, AskingModule, LOGGER, ShellModule } from '@arbiter/platform';
import { executorDefinition } from './executor-definition';
import { RunEvents } from './run-events';

@Module({
  imports: [
    ShellModule.forFeature({
      imports: [AskingModule, ArtifactsModule],
      inject: [Asker, ArtifactRegistry, LOGGER],
      useFactory: executorDefinition,
    }),
  ],
  controllers: [RunEvents],
})
export class AppModule {}
