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
  TRACING,
  type Broker,
  type Configuration,
  type Logger,
  type OnTrouble,
  type Tracing,
} from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { Inject, Injectable, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
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

/** What telemetry stands on in a running service. */
@Injectable()
class InjectedParts {
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(TRACING) readonly tracing!: Tracing;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(BrokerKeeper) readonly keeper!: BrokerKeeper;
  @Inject(ENVIRONMENT) readonly environment!: NodeJS.ProcessEnv;
}

const telemetryOf = ({ keeper, environment, ...parts }: InjectedParts): Telemetry =>
  new Telemetry({ ...parts, keepDeadLetters: (days) => keeper.keepDeadLetters(days) }, readOptions(environment));

@Module({
  imports: [DatabaseModule, BrokerModule, HealthModule],
  providers: [
    {
      provide: BrokerKeeper,
      inject: [BROKER, DATABASE, ON_TROUBLE, CONFIGURATION, LOGGER],
      useFactory: keeperOf,
    },
    InjectedParts,
    { provide: Telemetry, inject: [InjectedParts], useFactory: telemetryOf },
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
