import { handlerOf, subjects } from '@arbiter/contracts';
import { publishDeadLetter, EventHandlers, type EventConsumer, type EventIntake } from '../bus';
import { traceIdOf, type OnTrouble } from '../observability';
import type { Reconciliation } from '../reconciliation';
import { StreamDelivery, type Item, type Recipients } from '../shell';
import { HostedDeciders } from './hosted-deciders';
import type { ShellServiceParts } from './shell-service-parts';
import { intakeOf, reconciliationOf } from './shell-sources';

/** A deciding service: its deciders, and the intake of their events. */
export class ShellService implements EventConsumer<Recipients> {
  readonly handlers = new EventHandlers<Recipients>();
  private readonly deciders: HostedDeciders;
  private readonly intake: EventIntake;
  private readonly reconciliation: Reconciliation;

  /** Throws what keeps its deciders from being hosted beside each other. */
  constructor(private readonly parts: ShellServiceParts) {
    const { store, metrics, partitions } = parts;
    const { handlers } = this;
    const onTrouble: OnTrouble = (error) => {
      partitions.met(error);
      parts.onTrouble(error);
    };
    const deadLetter = (item: Item, cause: string): Promise<void> => this.deadLetter(item, cause);
    const deciders = new HostedDeciders(parts, { handlers, onTrouble, deadLetter });
    const delivery = new StreamDelivery({
      handlers,
      store,
      deadLetter,
      shell: deciders,
      peers: partitions,
      decidesAhead: (streams) => deciders.decidesAhead(streams),
      mayWait: (name, wire) => deciders.mayWait(name, wire),
      onBrought: (outcome, events) => metrics.brought(outcome, events),
    });
    this.deciders = deciders;
    this.intake = intakeOf(parts, delivery);
    this.reconciliation = reconciliationOf(parts, handlers, delivery);
  }

  async start(): Promise<void> {
    this.intake.start();
    this.deciders.start();
    this.reconciliation.start();
  }

  /** Takes no new messages, finishes the work that has begun, hands back the rest. */
  async close(): Promise<void> {
    const reconciled = this.reconciliation.close();
    await Promise.all([this.deciders.closeTimers(), this.intake.close()]);
    await this.deciders.closeShells();
    await this.parts.partitions.close();
    await reconciled;
    await this.deciders.closeMemories();
  }

  private async deadLetter(item: Item, cause: string): Promise<void> {
    const about = item.kind === 'event' ? item.event : item.cause;
    this.parts.logger.error(
      { cause, kind: item.kind, runId: about?.correlationId, traceId: traceIdOf(about?.traceParent ?? null) },
      'set aside',
    );
    if (item.kind !== 'event') return;
    const handler = handlerOf(item.event.name);
    const subject = subjects.event(item.event.tenant, item.event.name);
    await publishDeadLetter(this.parts.broker, {
      app: this.parts.configuration.app,
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
