import type { EventName, RecordedOf, StreamPosition } from '@arbiter/contracts';
import type { Database, EventStore, StoredDecision } from '@arbiter/store';
import type { ArchivedStreams } from '../archive/archived-streams';

type Event = RecordedOf<EventName>;

const CAUSES_AT_ONCE = 500;
export const keyOf = ({ stream, version }: StreamPosition): string => `${stream}@${version}`;

/** The source of replay: the archive for its streams, the log for all others. */
export class LogSource {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly archive: ArchivedStreams | null,
  ) {}

  /** A stream with the record of each decision. */
  async decisions(stream: string): Promise<readonly StoredDecision[]> {
    if (!this.archive?.has(stream)) return this.store.readDecisions(stream);
    const facts = await this.archive.facts(stream);
    const events = await this.store.decode(facts.map(({ envelope }) => envelope));
    return events.map((event, index) => ({ event, decision: facts[index]!.decision }));
  }

  /** The facts at these positions that exist, by stream and version. */
  async facts(positions: readonly StreamPosition[]): Promise<ReadonlyMap<string, Event>> {
    const [archived, logged] = [
      positions.filter(({ stream }) => this.archive?.has(stream)),
      positions.filter(({ stream }) => !this.archive?.has(stream)),
    ];
    const found = new Map<string, Event>();
    for (const { stream, version } of archived) {
      const fact = (await this.archive!.facts(stream)).find((one) => one.version === version);
      if (fact) for (const event of await this.store.decode([fact.envelope])) found.set(keyOf(event), event);
    }
    for (let from = 0; from < logged.length; from += CAUSES_AT_ONCE) {
      const page = await this.store.read(
        logged.slice(from, from + CAUSES_AT_ONCE).map(({ stream, version }) => ({ stream, after: version - 1 })),
        1,
      );
      for (const event of [...page.values()].flat()) found.set(keyOf(event), event);
    }
    return found;
  }

  /** Of these streams, those that are archived and not at hand. */
  async away(streams: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = streams.filter((stream) => !this.archive?.has(stream));
    if (wanted.length === 0) return new Set();
    const { rows } = await this.database.pool.query<{ stream_id: string }>(
      'select stream_id from archived_stream where stream_id = any ($1)',
      [wanted],
    );
    return new Set(rows.map(({ stream_id }) => stream_id));
  }
}
