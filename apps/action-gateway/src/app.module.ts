import { Module } from '@nestjs/common';
import { ServiceModule } from '@arbiter/platform';
import { gatewayDefinition } from './definition';

@Module({ imports: [ServiceModule.forApp('action-gateway', gatewayDefinition)] })
export class AppModule {}
