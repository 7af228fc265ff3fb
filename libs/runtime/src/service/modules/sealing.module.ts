import { type Database, Keyring, subscribeToErasures } from '@arbiter/store';
import { Inject, Module } from '@nestjs/common';
import type { Broker } from '../../bus';
import type { Configuration } from '../../configuration';
import { DependencyProbes } from '../../health';
import type { OnTrouble } from '../../observability';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { HealthModule } from './health.module';
import { BROKER, CONFIGURATION, DATABASE, ON_TROUBLE } from './tokens';

/** The customers' keys, for a service that opens or seals personal data. */
@Module({
  imports: [DatabaseModule, BrokerModule, HealthModule],
  providers: [
    {
      provide: Keyring,
      inject: [DATABASE, CONFIGURATION],
      useFactory: (database: Database, { masterKeys }: Configuration) => new Keyring(database, masterKeys),
    },
  ],
  exports: [Keyring],
})
export class SealingModule {
  constructor(
    @Inject(Keyring) keyring: Keyring,
    @Inject(DependencyProbes) probes: DependencyProbes,
    @Inject(BROKER) broker: Broker,
    @Inject(ON_TROUBLE) onTrouble: OnTrouble,
  ) {
    probes.lookAtKeys(() => keyring.check());
    subscribeToErasures(broker.connection, keyring, onTrouble);
  }
}
