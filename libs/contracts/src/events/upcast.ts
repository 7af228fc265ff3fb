import type { EventName } from './catalogue';

type Data = Record<string, unknown>;

/**
 * Lifts the data of one schema version to the next. Stored facts are never rewritten, only read with their present
 * meaning.
 */
type Upcaster = (data: Data) => Data;
type Upcasters = Partial<Record<EventName, Readonly<Record<number, Upcaster>>>>;

/** By event, by the version that is lifted. */
const UPCASTERS: Upcasters = {};

/** Reads data written as `version` as the current version. Throws when a step is missing. */
export function upcast(name: EventName, version: number, current: number, data: Data, upcasters = UPCASTERS): Data {
  let lifted = data;
  for (let from = version; from < current; from += 1) {
    const step = upcasters[name]?.[from];
    if (!step) throw new Error(`no upcaster takes ${name} from version ${from} to ${from + 1}`);
    lifted = step(lifted);
  }
  return lifted;
}
