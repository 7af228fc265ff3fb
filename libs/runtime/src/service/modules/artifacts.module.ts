import { ArtifactBundles, ArtifactRegistry } from '@arbiter/artifacts';
import { type Database, EventStore } from '@arbiter/store';
import { Module } from '@nestjs/common';
import { DatabaseModule } from './database.module';
import { EventStoreModule } from './event-store.module';
import { DATABASE } from './tokens';

/** The bundles of the tenants, by hash. */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: ArtifactBundles, inject: [DATABASE], useFactory: (database: Database) => new ArtifactBundles(database) },
  ],
  exports: [ArtifactBundles],
})
export class ArtifactBundlesModule {}

/** The same, and which of them the log says are active. */
@Module({
  imports: [ArtifactBundlesModule, EventStoreModule],
  providers: [
    {
      provide: ArtifactRegistry,
      inject: [ArtifactBundles, EventStore],
      useFactory: (bundles: ArtifactBundles, store: EventStore) => new ArtifactRegistry(bundles, store),
    },
  ],
  exports: [ArtifactRegistry],
})
export class ArtifactsModule {}
