import { randomUUID } from 'node:crypto';
import { travels, type EventName, type Recorded, type RecordedOf } from '@arbiter/contracts';
import type { Database } from '../database';
import type { Appended, DaysOfRuns, StreamAppend, WrittenAppend, WrittenEvent, WrittenPart } from './append';
import { writeParts } from './write-parts';

/** The service that writes a part: its name, its connections and how it writes facts out. */
export interface Author {
  readonly app: string;
  readonly database: Database;
  readonly openingDays: DaysOfRuns;
  encode(event: Recorded): string;
}

/** The facts that one service appends at once, written out. */
export class AppendPart implements WrittenPart {
  readonly outboxId = randomUUID();
  readonly appends: readonly WrittenAppend[];
  readonly travelling: readonly WrittenEvent[];

  /** Throws when a fact cannot be written out. */
  constructor(
    readonly author: Author,
    appends: readonly StreamAppend[],
  ) {
    this.appends = appends.map((append) => ({
      ...append,
      texts: append.texts ?? append.events.map((event) => author.encode(event)),
    }));
    this.travelling = this.appends.flatMap(travellingOf);
  }

  /**
   * Writes it alone, with its author's rights. It has been sent when this returns. Throws only what Postgres throws.
   */
  async write(): Promise<Appended> {
    return this.taken(await writeParts(this.author.database, [this]));
  }

  /** The part of it that was accepted, given the accepted streams. */
  taken(accepted: ReadonlySet<string>): Appended {
    const own = new Set(this.appends.map(({ stream }) => stream).filter((stream) => accepted.has(stream)));
    return {
      accepted: own,
      outboxId: this.outboxId,
      travelling: this.travelling.filter(({ stream }) => own.has(stream)),
    };
  }
}

function travellingOf({ events, texts }: WrittenAppend): readonly WrittenEvent[] {
  return events.flatMap((event, index) => {
    const { id, name, tenant, stream, version } = event;
    return travels(name)
      ? [{ id, name, tenant, stream, version, text: texts[index]!, event: event as RecordedOf<EventName> }]
      : [];
  });
}
