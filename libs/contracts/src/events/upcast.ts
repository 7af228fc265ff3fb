import type { EventName } from './catalogue';

type Data = Record<string, unknown>;

/** Lifts the data of one schema version to the next. Old facts are never rewritten, only read as what they mean today. */
type Upcaster = (data: Data) => Data;

const UPCASTERS: Partial<Record<EventName, Record<number, Upcaster>>> = {
  // Version 1 was written before locales existed; every tenant of that time spoke English.
  'turn.received': { 1: (data) => ({ locale: 'en', channelMetadata: {}, ...data }) },
};

/** Reads data written as `version` as the current version. Throws when a step is missing. */
export function upcast(name: EventName, version: number, current: number, data: Data): Data {
  let lifted = data;
  for (let from = version; from < current; from += 1) {
    const step = UPCASTERS[name]?.[from];
    if (!step) throw new Error(`no upcaster takes ${name} from version ${from} to ${from + 1}`);
    lifted = step(lifted);
  }
  return lifted;
}
