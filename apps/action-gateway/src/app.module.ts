import { ArtifactRegistry } from '@arbiter/artifacts';
import {
  ArtifactsModule,
  BrokerModule,
  DATABASE,
  DatabaseModule,
  EventStoreModule,
  HealthModule,
  PartitionsModule,
  ShellModule,
} from '@arbiter/runtime';
import { EventStore, ProvenanceReader } from '@arbiter/store';
import { Module } from '@nestjs/common';
import { VendorPlaces } from './tools/vendor-places';
import { ActionEvents } from './action-events';
import { gatewayDefinition } from './gateway-definition';
import { PlansAhead } from './plans-ahead';
import { ReadingParts } from './reading-parts';
import { ReadsUnderWay } from './reads-under-way';
import { ToolsModule } from './tools.module';

@Module({
  imports: [
    ToolsModule,
    ArtifactsModule,
    BrokerModule,
    EventStoreModule,
    HealthModule,
    PartitionsModule,
    ShellModule.forFeature({
      imports: [ToolsModule, ArtifactsModule, DatabaseModule, EventStoreModule],
      inject: [ArtifactRegistry, VendorPlaces, ProvenanceReader, DATABASE, EventStore],
      useFactory: gatewayDefinition,
    }),
  ],
  controllers: [ActionEvents],
  providers: [ReadingParts, ReadsUnderWay, PlansAhead],
})
export class AppModule {}
