import { type Database, Outbox } from '@arbiter/store';
import { Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Publisher, Recovery, type Broker } from '../../bus';
import type { Configuration } from '../../configuration';
import { DependencyProbes } from '../../health';
import { Metrics, type Logger, type OnTrouble } from '../../observability';
import { ServiceHost } from '../service-host';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { HealthModule } from './health.module';
import { BROKER, CONFIGURATION, DATABASE, LOGGER, ON_TROUBLE } from './tokens';

@Injectable()
class RecoveryParts {
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Outbox) readonly outbox!: Outbox;
  @Inject(Publisher) readonly publisher!: Publisher;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(CONFIGURATION) readonly configuration!: Configuration;
  @Inject(LOGGER) readonly logger!: Logger;
  @Inject(Metrics) readonly metrics!: Metrics;
}

const recoveryOf = ({ configuration: { app, instance }, logger, metrics, ...parts }: RecoveryParts): Recovery =>
  new Recovery({
    ...parts,
    app,
    instance,
    onProgress: (progress) => {
      metrics.republished(progress.facts);
      logger.info(progress, progress.backTo ? 'facts are published again' : 'all facts are published again');
    },
    onWaiting: (durable) => logger.warn({ durable }, 'waiting for telemetry to make a durable'),
  });

/** How a service's facts reach the broker, also those that an earlier process, or the broker, lost on the way. */
@Module({
  imports: [DatabaseModule, BrokerModule, HealthModule],
  providers: [
    {
      provide: Outbox,
      inject: [DATABASE, CONFIGURATION],
      useFactory: (database: Database, { app }: Configuration) => new Outbox(database, app),
    },
    {
      provide: Publisher,
      inject: [BROKER, ServiceHost],
      useFactory: (broker: Broker, { handover }: ServiceHost) => new Publisher(broker, handover),
    },
    RecoveryParts,
    { provide: Recovery, inject: [RecoveryParts], useFactory: recoveryOf },
  ],
  exports: [Outbox, Publisher, Recovery],
})
export class PublishingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Recovery) private readonly recovery: Recovery,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Publisher) private readonly publisher: Publisher,
    @Inject(DependencyProbes) probes: DependencyProbes,
  ) {
    probes.follow(() => publisher.times);
  }

  /** Waits for the service's durables. */
  onModuleInit(): Promise<void> {
    return this.recovery.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.publisher.close();
    await this.recovery.close();
    await this.outbox.close();
  }
}
