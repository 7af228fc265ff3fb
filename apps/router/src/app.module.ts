import { Module } from '@nestjs/common';
import { Asker, AskingModule, SealingModule, ShellModule } from '@arbiter/platform';
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
