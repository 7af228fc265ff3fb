/**
 * The parts that a service depends on. Without a part of the store nothing can be decided or recorded; the broker only
 * carries.
 */
export type Part = 'postgres' | 'schema' | 'keys' | 'nats' | 'consumers';

const STORE: ReadonlySet<Part> = new Set(['postgres', 'schema', 'keys']);

/** A dependency of the service that does not work as it must. */
export interface Outage {
  readonly part: Part;
  /** the operator's starting point, in one line without personal data */
  readonly detail: string;
  /** milliseconds since the epoch, by the clock of this process */
  readonly since: number;
}

export const concernsStore = ({ part }: Pick<Outage, 'part'>): boolean => STORE.has(part);
