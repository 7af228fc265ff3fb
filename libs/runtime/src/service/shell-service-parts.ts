import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock, Dependencies } from '@arbiter/resilience';
import { type Database, EventStore, Outbox, Keyring } from '@arbiter/store';
import { Inject, Injectable } from '@nestjs/common';
import { Publisher, Recovery, type Broker } from '../bus';
import type { Configuration } from '../configuration';
import { Metrics, type Logger, type OnTrouble, type Tracing } from '../observability';
import { Partitions } from '../partitions';
import type { ShellDefinition } from '../shell';
import { BROKER, CONFIGURATION, DATABASE, LOGGER, ON_TROUBLE, SHELL_DEFINITIONS, TRACING } from './modules/tokens';
import { ServiceHost } from './service-host';

/** What a deciding service works with; the modules that open these parts close them. */
@Injectable()
export class ShellServiceParts {
  @Inject(SHELL_DEFINITIONS) readonly definitions!: readonly ShellDefinition<unknown>[];
  @Inject(CONFIGURATION) readonly configuration!: Pick<Configuration, 'app'>;
  @Inject(EventStore) readonly store!: EventStore;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Keyring) readonly keyring!: Keyring;
  @Inject(ArtifactRegistry) readonly artifacts!: ArtifactRegistry;
  @Inject(Publisher) readonly publisher!: Publisher;
  @Inject(Outbox) readonly outbox!: Outbox;
  @Inject(Recovery) readonly recovery!: Recovery;
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(DatabaseClock) readonly clock!: DatabaseClock;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(TRACING) readonly tracing!: Tracing;
  @Inject(LOGGER) readonly logger!: Logger;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(Partitions) readonly partitions!: Partitions;
  @Inject(ServiceHost) readonly host!: Pick<ServiceHost, 'handover'>;
}
