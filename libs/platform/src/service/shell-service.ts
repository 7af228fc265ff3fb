import { subjects, type App } from '@arbiter/contracts';
import { publishDeadLetter, EventHandlers, EventIntake, FailedDeliveries, type EventConsumer } from '../bus';
import { claimDue, clearDue, untilNextDue } from '../event-store';
import { traceIdOf } from '../observability';
import { Reconciliation } from '../reconciliation';
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
import type { ServiceCore } from './service-core';

/** A deciding service: its shell, what brings it messages, and what brings it timers. */
export class ShellService<State> implements EventConsumer<Wake> {
  readonly shell: Shell<State>;
  readonly handlers = new EventHandlers<Wake>();
  private readonly intake: EventIntake;
  private readonly timers: DuePoller;
  private readonly hydrator: Hydrator<State>;
  private readonly reconciliation: Reconciliation;

  constructor(
    private readonly core: ServiceCore,
    private readonly definition: ShellDefinition<State>,
  ) {
    const {
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
      handover,
    } = core;
    const screen = definition.audience ? new UiScreen(broker, database, store.openingDays, handover?.lines) : undefined;
    this.hydrator = new Hydrator({ store, database, keyring, definition, onTrouble });
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
    this.reconciliation = new Reconciliation({
      database,
      store,
      dependencies,
      onTrouble,
      decider: definition.decider as never,
      reactsTo: handlers.names,
      bring: (event, wire) => delivery.bring(event, wire),
      onFound: (found) => core.logger.info(found, 'a run has not ended: what concerns it is looked at again'),
      onSchedules: (found) => core.logger.warn(found, 'timers of schedules were missing: they are set anew'),
    });
    this.timers = timersOf(core, definition, this.shell);
  }

  async start(): Promise<void> {
    await this.core.recovery.start();
    this.intake.start();
    this.timers.start();
    this.reconciliation.start();
    this.core.announce();
  }

  /** Not ready, no new messages, finish what has begun, hand back the rest. */
  async close(): Promise<void> {
    this.core.health.ready = false;
    const reconciled = this.reconciliation.close();
    await Promise.all([this.timers.close(), this.intake.close()]);
    await this.shell.close();
    await reconciled;
    await this.hydrator.close();
    this.definition.close?.();
    await this.core.recovery.close();
  }

  private async deadLetter(app: App, item: Item, cause: string): Promise<void> {
    const about = item.kind === 'event' ? item.event : item.cause;
    this.core.logger.error(
      { cause, kind: item.kind, runId: about?.correlationId, traceId: traceIdOf(about?.traceParent ?? null) },
      'set aside',
    );
    if (item.kind !== 'event') return;
    const handler = `on-${item.event.name.replace(/[._]/g, '-')}`;
    const subject = subjects.event(item.event.tenant, item.event.name);
    await publishDeadLetter(this.core.broker, {
      app,
      handler,
      cause,
      subject,
      deliveries: 1,
      id: item.event.id,
      body: JSON.stringify([item.wire()]),
    });
    this.core.metrics.deadLettered(handler);
  }
}

/** Brings the timers of a definition's category to its shell when they are due. */
function timersOf<State>(
  { database, dependencies, onTrouble }: ServiceCore,
  { decider: { category } }: ShellDefinition<State>,
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
