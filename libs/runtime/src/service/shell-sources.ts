import { EventIntake, FailedDeliveries, type EventHandlers, type EventTaker } from '../bus';
import { Reconciliation } from '../reconciliation';
import type { StreamDelivery, Recipients } from '../shell';
import type { ShellServiceParts } from './shell-service-parts';

/** Brings the events of its durables to the service's shells. */
export function intakeOf(
  {
    configuration: { app },
    broker,
    store,
    database,
    host: { handover },
    onTrouble,
    dependencies,
    partitions,
    recovery,
    metrics,
  }: ShellServiceParts,
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
export function reconciliationOf(
  { database, store, dependencies, onTrouble, definitions, logger }: ShellServiceParts,
  handlers: EventHandlers<Recipients>,
  delivery: StreamDelivery,
): Reconciliation {
  return new Reconciliation({
    database,
    store,
    dependencies,
    onTrouble,
    deciders: definitions.map(({ decider }) => decider),
    reactsTo: handlers.names,
    bring: (event, wire) => delivery.bring(event, wire),
    onFound: (found) => logger.info(found, 'a run has not ended: what concerns it is looked at again'),
    onSchedules: (found) => logger.warn(found, 'timers of schedules were missing: they are set anew'),
  });
}
