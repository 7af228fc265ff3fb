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
  integer,
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
import { ToolRunner } from './tools/tool-runner';
import { VendorPlaces } from './tools/vendor-places';

const REQUESTS_PER_SECOND = 200;

/** The services that check actions and carry them out. */
@Module({
  imports: [DatabaseModule, HealthModule, SealingModule, EventStoreModule, ArtifactsModule],
  providers: [
    {
      provide: ToolRunner,
      inject: [ENVIRONMENT, DatabaseClock],
      useFactory: (environment: Environment, clock: DatabaseClock) => new ToolRunner({ environment, clock }),
    },
    {
      provide: VendorPlaces,
      inject: [ToolRunner, ENVIRONMENT],
      useFactory: (runner: ToolRunner, environment: Environment) =>
        new VendorPlaces(
          runner,
          integer(environment, 'ARBITER_VENDOR_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 100_000),
        ),
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
