import { Module } from '@nestjs/common';
import { ServiceModule } from '@arbiter/platform';
import { executorDefinition } from './definition';

@Module({ imports: [ServiceModule.forApp('executor', executorDefinition)] })
export class AppModule {}
