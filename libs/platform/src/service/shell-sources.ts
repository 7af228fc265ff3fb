import { EventIntake, FailedDeliveries, type EventHandlers, type EventTaker } from '../bus';
import { claimDue, untilNextDue } from '../event-store';
import { Reconciliation } from '../reconciliation';
import { DuePoller, type Shell, type StreamDelivery, type Wake } from '../shell';
import type { ShellServiceParts } from './shell-service-parts';

/** Brings the events of its durables to a shell. */
export function intakeOf<State>(
  {
    definition: { app },
    broker,
    store,
    database,
    host: { handover },
    onTrouble,
    dependencies,
    partitions,
    recovery,
    metrics,
  }: ShellServiceParts<State>,
  taker: EventTaker,
): EventIntake {
  return new EventIntake({
    app,
    broker,
    store,
    handover,
    onTrouble,
    dependencies,
    taker,
    share: partitions,
    failedDeliveries: new FailedDeliveries(database),
    restore: () => recovery.restore(),
    onDeadLettered: (handler) => metrics.deadLettered(handler),
  });
}

/** Finds lost events and feeds them to their streams. */
export function reconciliationOf<State>(
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

/** Brings the timers of a definition's category to its shell when they are due, while it has a part of the work. */
export function timersOf<State>(
  {
    database,
    dependencies,
    onTrouble,
    partitions,
    definition: {
      decider: { category },
    },
  }: ShellServiceParts<State>,
  shell: Shell<State>,
): DuePoller {
  return new DuePoller({
    claim: async () => (partitions.isOpen ? claimDue(database, category) : []),
    untilNext: async () => (partitions.isOpen ? untilNextDue(database, category) : null),
    shell,
    dependencies,
    onTrouble,
  });
}
