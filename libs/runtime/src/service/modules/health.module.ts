import { DatabaseClock, Dependencies } from '@arbiter/resilience';
import type { Database } from '@arbiter/store';
import { Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Broker } from '../../bus';
import type { Configuration } from '../../configuration';
import { DependencyProbes, ServiceHealth } from '../../health';
import { Metrics, outageTeller, type Logger } from '../../observability';
import { ServiceHost } from '../service-host';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { BROKER, CONFIGURATION, DATABASE, LOGGER } from './tokens';

@Injectable()
class ProbeParts {
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(DatabaseClock) readonly clock!: DatabaseClock;
  @Inject(CONFIGURATION) readonly configuration!: Configuration;
  @Inject(ServiceHost) readonly host!: ServiceHost;
}

const probesOf = ({ configuration: { app, instance }, host, ...parts }: ProbeParts): DependencyProbes =>
  new DependencyProbes({ ...parts, app, instance, alarm: host.alarm, lookers: host.services });

/**
 * The state of the service's dependencies. A module that imports this begins once Postgres, its schema and the keys are
 * available.
 */
@Module({
  imports: [DatabaseModule, BrokerModule],
  providers: [
    {
      provide: Dependencies,
      inject: [LOGGER, Metrics],
      useFactory: (logger: Logger, metrics: Metrics) => new Dependencies(outageTeller(logger, metrics)),
    },
    { provide: DatabaseClock, useFactory: () => new DatabaseClock() },
    ProbeParts,
    { provide: DependencyProbes, inject: [ProbeParts], useFactory: probesOf },
    {
      provide: ServiceHealth,
      inject: [Dependencies, Metrics, LOGGER],
      useFactory: (dependencies: Dependencies, metrics: Metrics, logger: Logger) =>
        new ServiceHealth(dependencies, metrics, logger),
    },
  ],
  exports: [Dependencies, DatabaseClock, DependencyProbes, ServiceHealth],
})
export class HealthModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(DependencyProbes) private readonly probes: DependencyProbes,
    @Inject(Dependencies) private readonly dependencies: Dependencies,
    @Inject(ServiceHost) host: ServiceHost,
    @Inject(ServiceHealth) health: ServiceHealth,
    @Inject(Metrics) metrics: Metrics,
  ) {
    host.admin.add(health, metrics.registry);
  }

  /** The process answers probes meanwhile. */
  async onModuleInit(): Promise<void> {
    await this.probes.start();
    await this.dependencies.untilStoreUp(new AbortController().signal);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probes.close();
    this.dependencies.close();
  }
}
