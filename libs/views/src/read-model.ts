import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';

/** One page of the log, in the log's order. */
export interface Page {
  readonly events: readonly RecordedOf<EventName>[];
  /**
   * the facts that the outside world has not been told of yet: all of them or, on a rebuild, those that the model was
   * folded without before
   */
  readonly news: ReadonlySet<RecordedOf<EventName>>;
  /** the suffix of the tables that the page is written to: empty, or that of tables being rebuilt */
  readonly suffix: string;
}

/** A model that is folded from the log. */
export interface ReadModel {
  /** names its checkpoint */
  readonly name: string;
  /** made beside these when it is made again */
  readonly tables: readonly string[];
  /**
   * Folds a page, inside the transaction that moves the checkpoint. The function that it returns runs after the commit;
   * it does not run when the process dies in between.
   */
  fold(page: Page, transaction: PoolClient): Promise<(() => void) | void>;
}
