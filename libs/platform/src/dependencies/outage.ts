/**
 * What a service stands on. Without a part of the store nothing can be decided or recorded; the broker only carries.
 */
export type Part = 'postgres' | 'schema' | 'keys' | 'nats' | 'consumers';

const STORE: ReadonlySet<Part> = new Set(['postgres', 'schema', 'keys']);

/** Something a service stands on that is not as it is needed. */
export interface Outage {
  readonly part: Part;
  /** what to look at, in one line without personal data */
  readonly detail: string;
  /** milliseconds since the epoch, by the clock of this process */
  readonly since: number;
}

export const concernsStore = ({ part }: Pick<Outage, 'part'>): boolean => STORE.has(part);
