import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import type { Database } from '../../database';
import { EventStore } from '../../event-store';
import type { OnTrouble } from '../../observability';
import { Keyring } from '../../sealing';
import { DatabaseModule } from './database.module';
import { SealingModule } from './sealing.module';
import { CONFIGURATION, DATABASE, ON_TROUBLE } from './tokens';

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
export class EventStoreModule implements OnModuleInit {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(ON_TROUBLE) private readonly onTrouble: OnTrouble,
  ) {}

  /** Postgres is there by now: the modules that this one imports have begun. */
  onModuleInit(): Promise<void> {
    return this.store.format.learn(this.store.database).catch(this.onTrouble);
  }
}
