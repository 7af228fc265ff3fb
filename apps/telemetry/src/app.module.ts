import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BrokerKeeper, ServiceCore, announceReady, readConfiguration } from '@arbiter/platform';
import { readOptions } from './options';
import { Telemetry } from './telemetry';

/** The service as a process: opens and closes in the one right order. */
@Module({
  providers: [
    { provide: ServiceCore, useFactory: () => ServiceCore.open(readConfiguration('telemetry', process.env)) },
    { provide: BrokerKeeper, inject: [ServiceCore], useFactory: keeperOf },
    { provide: Telemetry, inject: [ServiceCore, BrokerKeeper], useFactory: telemetryOf },
  ],
})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(ServiceCore) private readonly core: ServiceCore, @Inject(BrokerKeeper) private readonly keeper: BrokerKeeper, @Inject(Telemetry) private readonly telemetry: Telemetry) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.start();
    this.telemetry.start();
    announceReady({ adminPort: await this.core.announce() });
  }

  async onApplicationShutdown(): Promise<void> {
    this.core.health.ready = false;
    await this.telemetry.close();
    await this.keeper.close();
    await this.core.close();
  }
}

function telemetryOf({ database, metrics, onTrouble }: ServiceCore, keeper: BrokerKeeper): Telemetry {
  return new Telemetry({ database, metrics, onTrouble, keepDeadLetters: (days) => keeper.keepDeadLetters(days) }, readOptions(process.env));
}

/** The broker's streams and durables are made here, for all: this service faces nobody outside and no turn waits for it. */
function keeperOf({ broker, database, configuration, onTrouble, logger }: ServiceCore): BrokerKeeper {
  return new BrokerKeeper({
    broker, database, onTrouble,
    instance: configuration.instance, replicas: configuration.streamReplicas, megabytes: configuration.streamMegabytes,
    onNewLife: (reason) => logger.warn({ reason }, 'the broker has a new life: facts are published again'),
  });
}
