import { subjects, type App } from '@arbiter/contracts';
import type { ArtifactRegistry } from '../artifacts';
import {
  publishDeadLetter,
  EventHandlers,
  EventIntake,
  FailedDeliveries,
  type Broker,
  type EventConsumer,
  type Publisher,
  type Recovery,
} from '../bus';
import type { Database } from '../database';
import type { DatabaseClock, Dependencies } from '../dependencies';
import { claimDue, clearDue, untilNextDue, type EventStore, type Outbox } from '../event-store';
import { traceIdOf, type Logger, type Metrics, type OnTrouble, type Tracing } from '../observability';
import { Reconciliation } from '../reconciliation';
import type { Keyring } from '../sealing';
import {
  DuePoller,
  Hydrator,
  Shell,
  StreamDelivery,
  UiScreen,
  type ShellDefinition,
  type Item,
  type Wake,
} from '../shell';
import type { ServiceHost } from './service-host';

/** What a deciding service works with; those who opened it close it. */
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
  readonly host: Pick<ServiceHost, 'handover'>;
}

/** A deciding service: its shell, what brings it messages, and what brings it timers. */
export class ShellService<State> implements EventConsumer<Wake> {
  readonly shell: Shell<State>;
  readonly handlers = new EventHandlers<Wake>();
  private readonly intake: EventIntake;
  private readonly timers: DuePoller;
  private readonly hydrator: Hydrator<State>;
  private readonly reconciliation: Reconciliation;

  constructor(private readonly parts: ShellServiceParts<State>) {
    const {
      definition,
      store,
      database,
      keyring,
      artifacts,
      publisher,
      outbox,
      metrics,
      tracing,
      onTrouble,
      broker,
      recovery,
      dependencies,
      clock,
      host: { handover },
    } = parts;
    const screen = definition.audience ? new UiScreen(broker, database, store.openingDays, handover?.lines) : undefined;
    this.hydrator = new Hydrator({
      store,
      database,
      keyring,
      definition,
      onTrouble,
      onRead: (streams) => metrics.read(streams),
    });
    const { handlers } = this;
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
      ...(screen ? { screen } : {}),
      sealer: keyring,
      memory: this.hydrator,
      trace: tracing.trace,
      clearDue: (timer) => clearDue(database, timer),
      onTimer: (at) => this.timers.lookWithin(Date.parse(at) - Date.parse(clock.now())),
      deadLetter: (item, cause) => this.deadLetter(definition.app, item, cause),
    });
    const delivery = new StreamDelivery({
      handlers,
      store,
      shell: this.shell,
      deadLetter: (item, cause) => this.deadLetter(definition.app, item, cause),
    });
    this.intake = new EventIntake({
      app: definition.app,
      broker,
      store,
      handover,
      onTrouble,
      dependencies,
      taker: delivery,
      failedDeliveries: new FailedDeliveries(database),
      restore: () => recovery.restore(),
      onDeadLettered: (handler) => metrics.deadLettered(handler),
    });
    this.reconciliation = reconciliationOf(parts, this.handlers, delivery);
    this.timers = timersOf(parts, this.shell);
  }

  async start(): Promise<void> {
    this.intake.start();
    this.timers.start();
    this.reconciliation.start();
  }

  /** No new messages, finish what has begun, hand back the rest. */
  async close(): Promise<void> {
    const reconciled = this.reconciliation.close();
    await Promise.all([this.timers.close(), this.intake.close()]);
    await this.shell.close();
    await reconciled;
    await this.hydrator.close();
  }

  private async deadLetter(app: App, item: Item, cause: string): Promise<void> {
    const about = item.kind === 'event' ? item.event : item.cause;
    this.parts.logger.error(
      { cause, kind: item.kind, runId: about?.correlationId, traceId: traceIdOf(about?.traceParent ?? null) },
      'set aside',
    );
    if (item.kind !== 'event') return;
    const handler = `on-${item.event.name.replace(/[._]/g, '-')}`;
    const subject = subjects.event(item.event.tenant, item.event.name);
    await publishDeadLetter(this.parts.broker, {
      app,
      handler,
      cause,
      subject,
      deliveries: 1,
      id: item.event.id,
      body: JSON.stringify([item.wire()]),
    });
    this.parts.metrics.deadLettered(handler);
  }
}

/** Looks for what was lost on the way, and brings it. */
function reconciliationOf<State>(
  { database, store, dependencies, onTrouble, definition, logger }: ShellServiceParts<State>,
  handlers: EventHandlers<Wake>,
  delivery: StreamDelivery<State>,
): Reconciliation {
  return new Reconciliation({
    database,
    store,
    dependencies,
    onTrouble,
    decider: definition.decider as never,
    reactsTo: handlers.names,
    bring: (event, wire) => delivery.bring(event, wire),
    onFound: (found) => logger.info(found, 'a run has not ended: what concerns it is looked at again'),
    onSchedules: (found) => logger.warn(found, 'timers of schedules were missing: they are set anew'),
  });
}

/** Brings the timers of a definition's category to its shell when they are due. */
function timersOf<State>(
  {
    database,
    dependencies,
    onTrouble,
    definition: {
      decider: { category },
    },
  }: ShellServiceParts<State>,
  shell: Shell<State>,
): DuePoller {
  return new DuePoller({
    claim: () => claimDue(database, category),
    untilNext: () => untilNextDue(database, category),
    shell,
    dependencies,
    onTrouble,
  });
}
