import { Module } from '@nestjs/common';
import { ServiceModule } from '@arbiter/platform';
import { routerDefinition } from './definition';

@Module({ imports: [ServiceModule.forApp('router', routerDefinition)] })
export class AppModule {}
