import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openBroker, type Broker } from '../../bus';
import type { Configuration } from '../../configuration';
import { BROKER, CONFIGURATION } from './tokens';

/** NATS, with the service's own rights. */
@Module({
  providers: [
    {
      provide: BROKER,
      inject: [CONFIGURATION],
      useFactory: ({ app, instance, natsUrl, natsUser, natsPassword }: Configuration) =>
        openBroker({ url: natsUrl, user: natsUser, password: natsPassword, name: instance, inbox: app }),
    },
  ],
  exports: [BROKER],
})
export class BrokerModule implements OnApplicationShutdown {
  constructor(@Inject(BROKER) private readonly broker: Broker) {}

  onApplicationShutdown(): Promise<void> {
    return this.broker.close();
  }
}
