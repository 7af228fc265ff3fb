import type { PoolClient } from 'pg';

/** TL-08: a destination of what telemetry tells. No sink may change the outcome of a turn (TL-12). */
export interface Sink<Told> {
  /**
   * Writes through `transaction` are committed or rolled back with the page; they go into tables that end in `suffix`.
   * An exception rolls the page back, and it comes again.
   */
  write?(told: readonly Told[], transaction: PoolClient, suffix: string): Promise<void>;
  /**
   * The page is committed: for sinks outside the database. A rebuild passes only the facts that were passed over
   * before; a crash may leave a page out.
   */
  committed?(told: readonly Told[]): void;
}
