import type { EventName } from '@arbiter/contracts';
import type { Marker } from '../fault-proxy';

export type Point = 'before' | 'after';

/** How the bytes of an append begin: the name of the statement. */
const STATEMENT = 'append';
/** A column of ids, as the driver writes it; among them are those of outbox rows, which no fact has. */
const IDS = /\{"[0-9a-f-]{36}"(?:,"[0-9a-f-]{36}")*\}/g;
const TYPE = /"type":"arbiter\.([a-z_]+\.[a-z_]+)\.v\d+"/g;

/** Waits for one append of an event, on any connection, and returns its content. Springs once. */
export class Trap {
  /** of the facts in the append that was caught, and of its outbox rows */
  ids: readonly string[] = [];
  events: readonly EventName[] = [];

  constructor(private readonly event: EventName) {}

  readonly marker: Marker = (bytes) => {
    if (this.events.length > 0 || !bytes.includes(STATEMENT) || !bytes.includes(`arbiter.${this.event}.v`))
      return false;
    const text = bytes.toString();
    const events = [...text.matchAll(TYPE)].map(([, name]) => name as EventName);
    if (!events.includes(this.event)) return false;
    this.events = events;
    this.ids = [...text.matchAll(IDS)].flatMap(([ids]) => ids.slice(1, -1).replaceAll('"', '').split(','));
    return true;
  };
}
