import { randomUUID } from 'node:crypto';
import { travels, type RecordedOf, type EventName } from '@arbiter/contracts';
import type { Database } from '../database';
import type { Sealer } from '../sealing';
import type { Appended, DaysOfRuns, StreamAppend, WrittenAppend, WrittenEvent, WrittenPart } from './append';
import { encodeEvent } from './codec';
import { writeParts } from './write-parts';

/** Of whom a part is: its name, its connections, and what it seals with. */
export interface Author {
  readonly app: string;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly openingDays: DaysOfRuns;
}

/** What one service appends at once, written out. */
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
      texts: append.texts ?? append.events.map((event) => encodeEvent(event, author.sealer)),
    }));
    this.travelling = this.appends.flatMap(travellingOf);
  }

  /** Alone, with its author's rights. Has been sent when this returns. Throws only what Postgres throws. */
  async write(): Promise<Appended> {
    return this.taken(await writeParts(this.author.database, [this]));
  }

  /** What of it was taken, where these streams were. */
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
