import { Asker } from '@arbiter/models';
import { AskingModule, SealingModule, ShellModule } from '@arbiter/runtime';
import { Module } from '@nestjs/common';
import { playbookDefinition, sessionDefinition } from './router-definitions';
import { SessionEvents } from './session-events';

@Module({
  imports: [
    SealingModule,
    ShellModule.forFeature(
      { imports: [AskingModule], inject: [Asker], useFactory: sessionDefinition },
      { inject: [], useFactory: playbookDefinition },
    ),
  ],
  controllers: [SessionEvents],
})
export class AppModule {}
