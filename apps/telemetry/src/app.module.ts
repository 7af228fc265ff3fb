import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { BrokerKeeper, ServiceCore, readConfiguration, type ServiceHost } from '@arbiter/platform';
import { readOptions } from './options';
import { Telemetry } from './telemetry';

/** Opens and closes in the one right order. */
@Module({})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  static on(host: ServiceHost): DynamicModule {
    return {
      module: AppModule,
      providers: [
        {
          provide: ServiceCore,
          useFactory: () => ServiceCore.open(readConfiguration('telemetry', host.environmentOf('telemetry')), host),
        },
        { provide: BrokerKeeper, inject: [ServiceCore], useFactory: keeperOf },
        { provide: Telemetry, inject: [ServiceCore, BrokerKeeper], useFactory: telemetryOf },
      ],
    };
  }

  constructor(
    @Inject(ServiceCore) private readonly core: ServiceCore,
    @Inject(BrokerKeeper) private readonly keeper: BrokerKeeper,
    @Inject(Telemetry) private readonly telemetry: Telemetry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.start();
    this.telemetry.start();
    this.core.announce();
  }

  async onApplicationShutdown(): Promise<void> {
    this.core.health.ready = false;
    await this.telemetry.close();
    await this.keeper.close();
    await this.core.close();
  }
}

function telemetryOf({ database, metrics, onTrouble, environment }: ServiceCore, keeper: BrokerKeeper): Telemetry {
  return new Telemetry(
    { database, metrics, onTrouble, keepDeadLetters: (days) => keeper.keepDeadLetters(days) },
    readOptions(environment),
  );
}

/** The broker's streams and durables are made here, for all: this service has no clients and no turn waits for it. */
function keeperOf({ broker, database, configuration, onTrouble, logger }: ServiceCore): BrokerKeeper {
  return new BrokerKeeper({
    broker,
    database,
    onTrouble,
    instance: configuration.instance,
    replicas: configuration.streamReplicas,
    megabytes: configuration.streamMegabytes,
    onNewLife: (reason) => logger.warn({ reason }, 'the broker has a new life: facts are published again'),
  });
}
