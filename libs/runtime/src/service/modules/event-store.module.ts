import { type Database, EventStore, Keyring } from '@arbiter/store';
import { Module } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import { DatabaseModule } from './database.module';
import { SealingModule } from './sealing.module';
import { CONFIGURATION, DATABASE } from './tokens';

/** The log. */
@Module({
  imports: [DatabaseModule, SealingModule],
  providers: [
    {
      provide: EventStore,
      inject: [DATABASE, Keyring, CONFIGURATION],
      useFactory: (database: Database, keyring: Keyring, { app }: Configuration) =>
        new EventStore(database, keyring, app),
    },
  ],
  exports: [EventStore],
})
export class EventStoreModule {}
