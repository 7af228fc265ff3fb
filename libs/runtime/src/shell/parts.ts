import type { Artifacts } from '@arbiter/artifacts';
import type { Clock, Dependencies } from '@arbiter/resilience';
import type { DueTimer, EventStore, UiRow, Outbox } from '@arbiter/store';
import type { Publisher, EventHandlers, ShownLine } from '../bus';
import type { Item, ItemTaker } from './item';
import type { ShellDefinition } from './shell-definition';
import type { StreamMemory } from './stream-memory';
import type { Recipients } from './recipients';
import type { QueueLimits } from './work-queue';

/** The UI log and the subjects on which its lines are published. */
export interface Screen {
  /** stores lines that belong to no fact; throws when another writer was there first */
  write(rows: readonly UiRow[]): Promise<void>;
  /** publishes lines that are stored */
  show(tenant: string, lines: readonly ShownLine[]): void;
}

export interface ShellMetrics {
  batch(streams: number): void;
  conflict(streams: number): void;
  /** starts a clock; call the result at the end */
  append(): () => void;
  deadLettered(handler: string): void;
}

export interface Trace {
  readonly traceParent: string | null;
  /** attributes that are known only at the end are set then */
  end(error?: unknown, attributes?: SpanAttributes): void;
}
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Opens the span of one handled input; its trace parent goes on in the facts. */
export type Tracer = (
  name: string,
  traceParent: string | null,
  attributes: Readonly<Record<string, string>>,
  kind?: 'consumer' | 'client',
) => Trace;

/** Opens the first span of a run's trace, whose id is the run's own. */
export type TraceOpener = (name: string, runId: string, attributes: Readonly<Record<string, string>>) => Trace;

/** Everything a shell works with. */
export interface ShellParts<State> {
  readonly definition: ShellDefinition<State>;
  readonly handlers: EventHandlers<Recipients>;
  readonly store: EventStore;
  readonly memory: StreamMemory<State>;
  readonly artifacts: Artifacts;
  readonly publisher: Publisher;
  readonly outbox: Outbox;
  readonly screen?: Screen;
  /** takes what its effects hand to streams of every category of the service; without it all streams are its own */
  readonly streams?: ItemTaker;
  readonly metrics: ShellMetrics;
  readonly trace: Tracer;
  readonly clearDue: (timer: DueTimer) => Promise<void>;
  /** called with the time of each timer that was committed here, ISO 8601 */
  readonly onTimer?: (at: string) => void;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
  readonly dependencies: Dependencies;
  readonly clock: Clock;
  readonly limits?: QueueLimits;
}
