import { Module } from '@nestjs/common';
import { ArtifactBundles, ArtifactRegistry } from '../../artifacts';
import type { Database } from '../../database';
import { EventStore } from '../../event-store';
import { DatabaseModule } from './database.module';
import { EventStoreModule } from './event-store.module';
import { DATABASE } from './tokens';

/** What tenants' systems are made of, by hash. */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: ArtifactBundles, inject: [DATABASE], useFactory: (database: Database) => new ArtifactBundles(database) },
  ],
  exports: [ArtifactBundles],
})
export class ArtifactBundlesModule {}

/** The same, and what of it the log says is active. */
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
