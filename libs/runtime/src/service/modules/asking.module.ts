import { Asker } from '@arbiter/models';
import { Keyring } from '@arbiter/store';
import { Module } from '@nestjs/common';
import type { Broker } from '../../bus';
import { BrokerModule } from './broker.module';
import { SealingModule } from './sealing.module';
import { BROKER } from './tokens';

/** Asks of one service that may wait at once, whatever they are for. */
const MOST_WAITING = 12_288;

/** The way to the provider gateway. */
@Module({
  imports: [BrokerModule, SealingModule],
  providers: [
    {
      provide: Asker,
      inject: [BROKER, Keyring],
      useFactory: ({ connection, inbox }: Broker, keyring: Keyring) =>
        new Asker(connection, keyring, { inboxPrefix: inbox, pendingLimit: MOST_WAITING }),
    },
  ],
  exports: [Asker],
})
export class AskingModule {}
