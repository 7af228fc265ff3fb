import { Dependencies } from '@arbiter/resilience';
import type { Database } from '@arbiter/store';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { Broker } from '../../bus';
import type { Configuration } from '../../configuration';
import { Metrics, type OnTrouble } from '../../observability';
import { Partitions } from '../../partitions';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { HealthModule } from './health.module';
import { BROKER, CONFIGURATION, DATABASE, ON_TROUBLE } from './tokens';

@Injectable()
class PartitionsParts {
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(CONFIGURATION) readonly configuration!: Configuration;
}

/** The part of the service's work that this process has. The consumer of the events starts and closes it. */
@Module({
  imports: [DatabaseModule, BrokerModule, HealthModule],
  providers: [
    PartitionsParts,
    {
      provide: Partitions,
      inject: [PartitionsParts],
      useFactory: ({ configuration: { app }, ...parts }: PartitionsParts) => new Partitions({ ...parts, app }),
    },
  ],
  exports: [Partitions],
})
export class PartitionsModule {}
