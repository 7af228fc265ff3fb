import { setFlagsFromString } from 'node:v8';

export interface CollectionPolicy {
  /** Memory is given back to the system at most once in so many milliseconds. */
  readonly giveBackInterval: number;
  /** All old objects are looked at once so many percent were added to those in use. */
  readonly growthPercent: number;
}

/** An idle process has freed the memory of its start by then. Milliseconds. */
const START = 15_000;
const GIVE_BACK_INTERVAL = 600_000;
/** The heap may grow to twice the memory in use: because it is kept small, V8 would collect after a third more. */
const GROWTH_PERCENT = 100;
/** To three times the memory in use, since all services share the cost of a collection. */
const GROWTH_PERCENT_OF_ALL = 200;

/**
 * Has V8 collect more seldom once the start is over (decision 0052). With all old objects, V8 drops the machine code of
 * every function that is not held at that moment: of those that are made anew for each call, hundreds. By itself it
 * does so eight seconds after whatever made the heap grow, to give memory back, and the next hundred runs take twice as
 * long.
 */
export function collectSeldomAfterStart(services: number): void {
  const growthPercent = services > 1 ? GROWTH_PERCENT_OF_ALL : GROWTH_PERCENT;
  setTimeout(() => collectSeldom({ giveBackInterval: GIVE_BACK_INTERVAL, growthPercent }), START).unref();
}

/**
 * V8 reads these flags each time it decides, so they may change while a process runs. Others may not:
 * `--memory-reducer-gc-count` ends the process when V8 next thinks of giving memory back.
 */
export function collectSeldom({ giveBackInterval, growthPercent }: CollectionPolicy): void {
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${giveBackInterval}`);
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
