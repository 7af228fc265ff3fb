import { ArtifactRegistry } from '@arbiter/artifacts';
import { branchOf, readsOfSweep, slotsBefore, stepsBefore } from '@arbiter/domain';
import type { Environment } from '@arbiter/models';
import { DatabaseClock } from '@arbiter/resilience';
import {
  ArtifactsModule,
  DATABASE,
  DatabaseModule,
  ENVIRONMENT,
  EventStoreModule,
  HealthModule,
  SealingModule,
  ServiceHost,
} from '@arbiter/runtime';
import {
  EventStore,
  Keyring,
  ProvenanceFacts,
  ProvenanceReader,
  WithdrawnSegments,
  type Database,
} from '@arbiter/store';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Governor } from './tools/governor';
import { GovernorModule } from './tools/governor.module';
import { ToolRunner } from './tools/tool-runner';
import { VendorPlaces } from './tools/vendor-places';

/** The services that check actions and carry them out. */
@Module({
  imports: [GovernorModule, DatabaseModule, HealthModule, SealingModule, EventStoreModule, ArtifactsModule],
  providers: [
    {
      provide: ToolRunner,
      inject: [ENVIRONMENT, DatabaseClock],
      useFactory: (environment: Environment, clock: DatabaseClock) => new ToolRunner({ environment, clock }),
    },
    {
      provide: VendorPlaces,
      inject: [ToolRunner, Governor],
      useFactory: (runner: ToolRunner, governor: Governor) => new VendorPlaces(runner, governor),
    },
    {
      provide: ProvenanceReader,
      inject: [DATABASE, EventStore, Keyring, ArtifactRegistry, ServiceHost],
      useFactory: (
        database: Database,
        store: EventStore,
        keyring: Keyring,
        artifacts: ArtifactRegistry,
        { handover }: ServiceHost,
      ) =>
        new ProvenanceReader({
          facts: new ProvenanceFacts(database, store, handover?.commits ?? null),
          keyring,
          artifacts,
          stepsBefore,
          slotsBefore,
          readsOfSweep,
          branchOf,
        }),
    },
    {
      provide: WithdrawnSegments,
      inject: [DATABASE, EventStore],
      useFactory: (database: Database, store: EventStore) => new WithdrawnSegments({ database, store }),
    },
  ],
  exports: [VendorPlaces, ProvenanceReader, WithdrawnSegments],
})
export class ToolsModule implements OnApplicationShutdown {
  constructor(@Inject(ToolRunner) private readonly runner: ToolRunner) {}

  /** Everything in flight is through by then. */
  onApplicationShutdown(): void {
    this.runner.close();
  }
}
