import {
  BROKER,
  BrokerKeeper,
  BrokerModule,
  CONFIGURATION,
  DATABASE,
  DatabaseModule,
  ENVIRONMENT,
  HealthModule,
  LOGGER,
  Metrics,
  ON_TROUBLE,
  type Broker,
  type Configuration,
  type Logger,
  type OnTrouble,
} from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readOptions } from './options';
import { Telemetry } from './telemetry';

/** The broker's streams and durables are made here, for all: this service has no clients and no turn waits for it. */
const keeperOf = (
  broker: Broker,
  database: Database,
  onTrouble: OnTrouble,
  { instance, streamReplicas: replicas, streamMegabytes: megabytes }: Configuration,
  logger: Logger,
): BrokerKeeper =>
  new BrokerKeeper({
    broker,
    database,
    onTrouble,
    instance,
    replicas,
    megabytes,
    onNewLife: (reason) => logger.warn({ reason }, 'the broker has a new life: facts are published again'),
  });

const telemetryOf = (
  database: Database,
  metrics: Metrics,
  onTrouble: OnTrouble,
  keeper: BrokerKeeper,
  environment: NodeJS.ProcessEnv,
): Telemetry =>
  new Telemetry(
    { database, metrics, onTrouble, keepDeadLetters: (days) => keeper.keepDeadLetters(days) },
    readOptions(environment),
  );

@Module({
  imports: [DatabaseModule, BrokerModule, HealthModule],
  providers: [
    {
      provide: BrokerKeeper,
      inject: [BROKER, DATABASE, ON_TROUBLE, CONFIGURATION, LOGGER],
      useFactory: keeperOf,
    },
    {
      provide: Telemetry,
      inject: [DATABASE, Metrics, ON_TROUBLE, BrokerKeeper, ENVIRONMENT],
      useFactory: telemetryOf,
    },
  ],
})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(BrokerKeeper) private readonly keeper: BrokerKeeper,
    @Inject(Telemetry) private readonly telemetry: Telemetry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.start();
    this.telemetry.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.telemetry.close();
    await this.keeper.close();
  }
}
