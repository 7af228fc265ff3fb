import { handlerOf, subjects, type App } from '@arbiter/contracts';
import { publishDeadLetter, EventHandlers, type EventConsumer, type EventIntake } from '../bus';
import { clearDue } from '../event-store';
import { traceIdOf, type OnTrouble } from '../observability';
import type { Reconciliation } from '../reconciliation';
import { Hydrator, Shell, StreamDelivery, UiScreen, type DuePoller, type Item, type Wake } from '../shell';
import type { ShellServiceParts } from './shell-service-parts';
import { intakeOf, reconciliationOf, timersOf } from './shell-sources';

/** A deciding service: its shell, the intake of its events, and the poller of its timers. */
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
      broker,
      dependencies,
      clock,
      partitions,
      host: { handover },
    } = parts;
    const onTrouble: OnTrouble = (error) => {
      partitions.met(error);
      parts.onTrouble(error);
    };
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
      peers: partitions,
      decidesAhead: definition.decidesAhead === true,
      ...(definition.mayWait && { mayWait: definition.mayWait }),
      onBrought: (outcome, events) => metrics.brought(outcome, events),
      deadLetter: (item, cause) => this.deadLetter(definition.app, item, cause),
    });
    this.intake = intakeOf(parts, delivery);
    this.reconciliation = reconciliationOf(parts, this.handlers, delivery);
    this.timers = timersOf(parts, this.shell);
    partitions.watch(() => partitions.isOpen && this.timers.lookWithin(0));
  }

  async start(): Promise<void> {
    this.intake.start();
    this.timers.start();
    this.reconciliation.start();
  }

  /** Takes no new messages, finishes the work that has begun, hands back the rest. */
  async close(): Promise<void> {
    const reconciled = this.reconciliation.close();
    await Promise.all([this.timers.close(), this.intake.close()]);
    await this.shell.close();
    await this.parts.partitions.close();
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
    const handler = handlerOf(item.event.name);
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
