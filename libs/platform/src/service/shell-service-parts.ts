import type { ArtifactRegistry } from '../artifacts';
import type { Broker, Publisher, Recovery } from '../bus';
import type { Database } from '../database';
import type { DatabaseClock, Dependencies } from '../dependencies';
import type { EventStore, Outbox } from '../event-store';
import type { Logger, Metrics, OnTrouble, Tracing } from '../observability';
import type { Partitions } from '../partitions';
import type { Keyring } from '../sealing';
import type { ShellDefinition } from '../shell';
import type { ServiceHost } from './service-host';

/** The parts that a deciding service works with; the modules that opened them close them. */
export interface ShellServiceParts<State> {
  readonly definition: ShellDefinition<State>;
  readonly store: EventStore;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly artifacts: ArtifactRegistry;
  readonly publisher: Publisher;
  readonly outbox: Outbox;
  readonly recovery: Recovery;
  readonly broker: Broker;
  readonly dependencies: Dependencies;
  readonly clock: DatabaseClock;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
  readonly onTrouble: OnTrouble;
  readonly partitions: Partitions;
  readonly host: Pick<ServiceHost, 'handover'>;
}
