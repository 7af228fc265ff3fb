import { Module } from '@nestjs/common';
import {
  ArtifactRegistry,
  ArtifactsModule,
  EventStoreModule,
  HealthModule,
  ProvenanceReader,
  ShellModule,
  VendorPlaces,
} from '@arbiter/platform';
import { ActionEvents } from './action-events';
import { gatewayDefinition } from './gateway-definition';
import { ReadingParts } from './reading-parts';
import { ReadsUnderWay } from './reads-under-way';
import { ToolsModule } from './tools.module';

@Module({
  imports: [
    ToolsModule,
    ArtifactsModule,
    EventStoreModule,
    HealthModule,
    ShellModule.forFeature({
      imports: [ToolsModule, ArtifactsModule],
      inject: [ArtifactRegistry, VendorPlaces, ProvenanceReader],
      useFactory: gatewayDefinition,
    }),
  ],
  controllers: [ActionEvents],
  providers: [ReadingParts, ReadsUnderWay],
})
export class AppModule {}
