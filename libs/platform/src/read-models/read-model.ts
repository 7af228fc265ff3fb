import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';

/** One page of the log, in the log's order. */
export interface Page {
  readonly events: readonly RecordedOf<EventName>[];
  /** the model has had these facts before: a rebuild, which the outside world is not told of again */
  readonly again: boolean;
}

/** What is folded from the log. */
export interface ReadModel {
  /** names its checkpoint */
  readonly name: string;
  /** emptied when it is made again */
  readonly tables: readonly string[];
  /**
   * Takes in a page, inside the transaction that moves the checkpoint. What it returns is done after the commit, and is not
   * done when the process dies in between.
   */
  fold(page: Page, transaction: PoolClient): Promise<(() => void) | void>;
}
