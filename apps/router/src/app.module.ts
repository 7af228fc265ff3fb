import { Asker } from '@arbiter/models';
import { AskingModule, SealingModule, ShellModule } from '@arbiter/runtime';
import { Module } from '@nestjs/common';
import { routerDefinition } from './router-definition';
import { SessionEvents } from './session-events';

@Module({
  imports: [
    SealingModule,
    ShellModule.forFeature({ imports: [AskingModule], inject: [Asker], useFactory: routerDefinition }),
  ],
  controllers: [SessionEvents],
})
export class AppModule {}
