import { FLOW, type App, type EventName } from '@arbiter/contracts';

export interface DecidedEvent {
  readonly event: EventName;
  readonly app: App;
}

/**
 * Every event that a service writes, from the flow itself: the first of each service, then the second of each, so that no service
 * is killed many times in a row.
 */
export const DECIDED: readonly DecidedEvent[] = (Object.entries(FLOW) as [EventName, { producer: App | null }][])
  .flatMap(([event, { producer }]) => (producer === null ? [] : [{ event, app: producer }]))
  .map((decided, _, all) => ({ decided, turn: all.filter(({ app }) => app === decided.app).indexOf(decided) }))
  .toSorted((one, other) => one.turn - other.turn)
  .map(({ decided }) => decided);
