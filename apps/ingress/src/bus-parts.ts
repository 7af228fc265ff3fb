import { Dependencies } from '@arbiter/resilience';
import {
  BROKER,
  DATABASE,
  LOGGER,
  Metrics,
  ON_TROUBLE,
  Partitions,
  Recovery,
  ServiceHost,
  type Broker,
  type Logger,
  type OnTrouble,
} from '@arbiter/runtime';
import { EventStore, type Database } from '@arbiter/store';
import { Inject, Injectable } from '@nestjs/common';

/** The services that take messages and events from the broker. */
@Injectable()
export class BusParts {
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(EventStore) readonly store!: EventStore;
  @Inject(Recovery) readonly recovery!: Recovery;
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(LOGGER) readonly logger!: Logger;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(Partitions) readonly partitions!: Partitions;
  @Inject(ServiceHost) readonly host!: ServiceHost;
}
