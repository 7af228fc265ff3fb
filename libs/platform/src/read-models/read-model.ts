import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';

/** One page of the log, in the log's order. */
export interface Page {
  readonly events: readonly RecordedOf<EventName>[];
  /**
   * those of them that the outside world was not told of yet: all, or on a rebuild those that the model was folded
   * without before
   */
  readonly news: ReadonlySet<RecordedOf<EventName>>;
  /** what the names of the tables end in that the page goes into: nothing, or what is made beside them */
  readonly suffix: string;
}

/** What is folded from the log. */
export interface ReadModel {
  /** names its checkpoint */
  readonly name: string;
  /** made beside these when it is made again */
  readonly tables: readonly string[];
  /**
   * Takes in a page, inside the transaction that moves the checkpoint. What it returns is done after the commit, and is
   * not done when the process dies in between.
   */
  fold(page: Page, transaction: PoolClient): Promise<(() => void) | void>;
}
