import type { EventName, RecordedOf } from '@arbiter/contracts';
import { type Database, LOG_START, compareLogPositions, readLog, type EventStore, type LogPage } from '@arbiter/store';
import type { PoolClient } from 'pg';
import { emptyTables, moveCheckpoints } from './checkpoints';
import { noteGaps } from './gaps';
import { NEXT_SUFFIX, nextOf, putNext, type Rebuild } from './rebuilds';
import { takeUnreported } from './unreported-facts';

const NO_NEWS: ReadonlySet<RecordedOf<EventName>> = new Set();

export interface RebuildProgress {
  /** facts taken in */
  readonly events: number;
  /** to be done after the commit */
  readonly afterwards: readonly (() => void)[];
}

/**
 * Folds models that are made again, a page at a time, into tables beside those that are read.
 *
 * 1. No rebuild goes beyond the model that is read: only that model tells the outside world of new facts.
 * 2. The new tables replace the old ones in the transaction that holds both checkpoints, when both are at the same
 *    place. So a reader sees the one or the other, and no fact twice or not at all.
 * 3. A fact that was passed over before is reported once, by the page that folds it (unreported-facts.ts).
 * 4. A fact that only a newer release can read is left to a process of that release, or recorded as a gap of the model.
 */
export class RebuildRound {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly leftToNewer: ReadonlySet<string>,
    private readonly limit: number,
  ) {}

  /**
   * One page for each group of rebuilds at the same place. `held`: models whose own checkpoint this transaction holds.
   */
  async fold(rebuilds: readonly Rebuild[], held: readonly string[], transaction: PoolClient): Promise<RebuildProgress> {
    const groups = [...Map.groupBy(rebuilds, ({ position, live }) => JSON.stringify([position, live])).values()];
    const progress = { events: 0, afterwards: [] as (() => void)[] };
    for (const group of groups) {
      const hasArrived = await this.advance(group, transaction, progress);
      const ready = hasArrived ? group.map(({ model }) => model).filter(({ name }) => held.includes(name)) : [];
      if (ready.length > 0) await putNext(transaction, ready);
    }
    return progress;
  }

  /** Whether the group has reached the models that are read. */
  private async advance(
    group: readonly Rebuild[],
    transaction: PoolClient,
    progress: { events: number; readonly afterwards: (() => void)[] },
  ): Promise<boolean> {
    const { position, live } = group[0]!;
    const names = group.map(({ model }) => nextOf(model.name));
    if (compareLogPositions(position, live) === 0) return true;
    if (compareLogPositions(position, live) > 0) return this.startOver(group, transaction);
    const page = await readLog(this.database, this.store, position, this.limit, live);
    if (page.newer.some((type) => this.leftToNewer.has(type))) return false;
    progress.events += page.length;
    progress.afterwards.push(...(await this.foldPage(group, page, transaction)));
    const hasArrived = page.length < this.limit;
    await moveCheckpoints(transaction, names, hasArrived ? { ...live, generation: page.next.generation } : page.next);
    return hasArrived;
  }

  /** The log was restored, and the model that is read has begun again. */
  private async startOver(group: readonly Rebuild[], transaction: PoolClient): Promise<boolean> {
    await emptyTables(transaction, group.map(nextTables));
    await moveCheckpoints(
      transaction,
      group.map(({ model }) => nextOf(model.name)),
      LOG_START,
    );
    return false;
  }

  private async foldPage(
    group: readonly Rebuild[],
    page: LogPage,
    transaction: PoolClient,
  ): Promise<readonly (() => void)[]> {
    const names = group.map(({ model }) => model.name);
    if (page.restarted) await emptyTables(transaction, group.map(nextTables));
    if (page.newer.length > 0) await noteGaps(transaction, names, page.newer, null);
    if (page.events.length === 0) return [];
    const unreported = await takeUnreported(transaction, names, page);
    const afterwards: (() => void)[] = [];
    for (const { model } of group) {
      const afterward = await model.fold(
        { events: page.events, news: unreported.get(model.name) ?? NO_NEWS, suffix: NEXT_SUFFIX },
        transaction,
      );
      if (afterward) afterwards.push(afterward);
    }
    return afterwards;
  }
}

const nextTables = ({ model }: Rebuild) => ({ tables: model.tables.map((table) => `${table}${NEXT_SUFFIX}`) });
