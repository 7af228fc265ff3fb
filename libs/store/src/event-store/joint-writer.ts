import { EVENTS, conflict, parseStream, publisherOf, terminal } from '@arbiter/contracts';
import { failureOf, isDuplicate } from '@arbiter/resilience';
import type { Database } from '../database';
import type { AppendPart } from './append-part';
import { writeParts } from './write-parts';

const REST_MILLISECONDS = 5_000;

/** Writes parts of several services in one statement, all or nothing. */
export interface WriterOfAll {
  /** false for a while after it found that it cannot write at all */
  readonly isReady: boolean;
  /**
   * Returns the streams of all parts. Rejects when nothing was written: as a conflict, where a stream or a key against
   * doubles was taken already.
   */
  write(parts: readonly AppendPart[]): Promise<ReadonlySet<string>>;
}

/** Writes with the rights of the process, whose services' parts they are. Its owner closes it. */
export class JointWriter implements WriterOfAll {
  private restsUntil = 0;

  constructor(private readonly database: Database) {}

  get isReady(): boolean {
    return performance.now() >= this.restsUntil;
  }

  async write(parts: readonly AppendPart[]): Promise<ReadonlySet<string>> {
    parts.forEach(checkOwn);
    try {
      return await writeParts(this.database, parts);
    } catch (error) {
      if (failureOf(error).kind === 'outage') this.restsUntil = performance.now() + REST_MILLISECONDS;
      // Postgres would name the stream, or the key against doubles.
      if (isDuplicate(error)) throw conflict('taken', 'not all streams could be taken');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/**
 * CP-11: the process may write for each of its services; none of them puts words into the mouth of another all the
 * same.
 */
function checkOwn({ author, appends }: AppendPart): void {
  for (const { stream, events } of appends)
    for (const { name } of events)
      if (publisherOf(name) !== author.app || !EVENTS[name].categories.includes(parseStream(stream).category))
        throw terminal('not_its_own', `${author.app} may not write ${name} into ${stream}`);
}
