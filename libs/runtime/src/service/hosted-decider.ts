import type { Category } from '@arbiter/contracts';
import { claimDue, clearDue, untilNextDue } from '@arbiter/store';
import type { EventHandlers } from '../bus';
import type { OnTrouble } from '../observability';
import {
  DuePoller,
  Hydrator,
  Shell,
  UiScreen,
  type Item,
  type ItemTaker,
  type ShellDefinition,
  type Recipients,
} from '../shell';
import type { ShellServiceParts } from './shell-service-parts';

/** What a decider shares with the others of its service. */
export interface Hosting extends ItemTaker {
  readonly parts: ShellServiceParts;
  readonly handlers: EventHandlers<Recipients>;
  readonly onTrouble: OnTrouble;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
}

/** A decider at work: its shell, the memory of its streams, and the poller of its timers. */
export class HostedDecider implements ItemTaker {
  private readonly shell: Shell<unknown>;
  private readonly timers: DuePoller;
  private readonly hydrator: Hydrator<unknown>;

  constructor(
    readonly definition: ShellDefinition<unknown>,
    hosting: Hosting,
  ) {
    const { parts, handlers, onTrouble, deadLetter } = hosting;
    const { store, database, keyring, artifacts, publisher, outbox, broker, dependencies, clock, metrics } = parts;
    const { lines } = parts.host.handover ?? {};
    const screen = definition.audience ? new UiScreen(broker, database, store.openingDays, lines) : undefined;
    const onRead = (streams: number): void => metrics.read(streams);
    this.hydrator = new Hydrator({ store, database, keyring, definition, onTrouble, onRead });
    this.shell = new Shell({
      definition,
      handlers,
      store,
      artifacts,
      publisher,
      outbox,
      metrics,
      onTrouble,
      dependencies,
      clock,
      deadLetter,
      ...(screen ? { screen } : {}),
      streams: hosting,
      memory: this.hydrator,
      trace: parts.tracing.trace,
      clearDue: (timer) => clearDue(database, timer),
      onTimer: (at) => this.timers.lookWithin(Date.parse(at) - Date.parse(clock.now())),
    });
    this.timers = timersOf(definition.decider.category, parts, this.shell);
    parts.partitions.watch(() => parts.partitions.isOpen && this.timers.lookWithin(0));
  }

  enqueue(stream: string, item: Item): void {
    this.shell.enqueue(stream, item);
  }

  start(): void {
    this.timers.start();
  }

  /** Brings no timer any more. */
  closeTimers(): Promise<void> {
    return this.timers.close();
  }

  /** Finishes the work that has begun, hands back the rest. */
  closeShell(): Promise<void> {
    return this.shell.close();
  }

  /** Writes the snapshots that wait. */
  closeMemory(): Promise<void> {
    return this.hydrator.close();
  }
}

/** Brings the timers of a category to its shell when they are due, while the service has a part of the work here. */
function timersOf(
  category: Category,
  { database, dependencies, partitions, onTrouble }: ShellServiceParts,
  shell: Shell<unknown>,
): DuePoller {
  return new DuePoller({
    claim: async () => (partitions.isOpen ? claimDue(database, category) : []),
    untilNext: async () => (partitions.isOpen ? untilNextDue(database, category) : null),
    shell,
    dependencies,
    onTrouble,
  });
}
