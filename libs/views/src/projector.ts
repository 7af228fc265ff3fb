import {
  type Database,
  EventStore,
  LOG_START,
  compareLogPositions,
  hasMoreLog,
  readLog,
  type LogPage,
  type LogPosition,
  REDACTING,
} from '@arbiter/store';
import type { PoolClient } from 'pg';
import {
  claimCheckpoints,
  emptyTables,
  ensureCheckpoints,
  groupsOf,
  moveCheckpoints,
  readCheckpoints,
  type Group,
} from './checkpoints';
import { fillGaps, noteGaps } from './gaps';
import type { ReadModel } from './read-model';
import { RebuildRound } from './rebuild-round';
import { nextOf, rebuildsOf } from './rebuilds';

const PAGE_EVENTS = 2_000;
/** For so long after a round that found nothing isQuiet may say so: it sees no gap, rebuild or replica come and go. */
const QUIET_MILLISECONDS = 5_000;

export interface Round {
  /** how many of the models no other replica was folding */
  readonly held: number;
  /** facts folded, counted once for each group of models at the same place */
  readonly events: number;
  /** there was more than a page, or models are at different places */
  readonly more: boolean;
}

export interface ProjectorOptions {
  readonly pageEvents?: number;
  /** called with an error after a commit; the fold goes on */
  readonly onTrouble?: (error: unknown) => void;
}

/** All models stood at the end of the log, and nothing else was to be done. */
interface Quiet {
  readonly position: LogPosition;
  /** on the clock of `performance` */
  readonly until: number;
}

/**
 * Folds the log into read models, a page at a time.
 *
 * 1. A model's rows and its checkpoint are committed together: a page counts once, whatever crashes.
 * 2. A model is folded by the replica that holds its checkpoint's row; another replica passes it over (SKIP LOCKED).
 * 3. Models at different places are folded separately until they meet; none waits for another.
 * 4. Of a log that was restored (another generation) nothing is kept: its models are emptied and begin again.
 * 5. A fact that a model had before, as far as this process saw, is no news: the outside world is not told of it again.
 * 6. A fact that only a newer release can read is passed over and recorded as a gap (gaps.ts), or left to a newer
 *    process that folds as well.
 * 7. A model that is made again is read as it is until the new one has come as far (rebuild-round.ts).
 */
export class Projector {
  private readonly store: EventStore;
  private readonly reached = new Map<string, LogPosition>();
  private prepared = false;
  private quiet: Quiet | null = null;

  constructor(
    private readonly database: Database,
    private readonly models: readonly ReadModel[],
    private readonly options: ProjectorOptions = {},
  ) {
    this.store = new EventStore(database, REDACTING, 'telemetry');
  }

  /** One page for each group of models. Throws the errors of Postgres; then the whole round is rolled back. */
  async round(): Promise<Round> {
    const transaction = await this.database.pool.connect();
    let broken: Error | undefined;
    try {
      await this.prepare(transaction);
      // A page that a crash takes back is folded again: no flush to disk is waited for, and none taken from those that
      // must.
      await transaction.query('begin; set local synchronous_commit = off');
      const { round, afterwards } = await this.foldAll(transaction);
      await transaction.query('commit');
      for (const afterward of afterwards) this.attempt(afterward);
      return round;
    } catch (error) {
      await transaction.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      transaction.release(broken);
    }
  }

  /**
   * Whether the last round found nothing to do, lately, and the log has nothing since. One question, without a lock.
   */
  async isQuiet(): Promise<boolean> {
    return (
      this.quiet !== null &&
      performance.now() < this.quiet.until &&
      !(await hasMoreLog(this.database, this.quiet.position))
    );
  }

  private async prepare(client: PoolClient): Promise<void> {
    if (this.prepared) return;
    await ensureCheckpoints(
      client,
      this.models.map(({ name }) => name),
    );
    this.prepared = true;
  }

  private async foldAll(transaction: PoolClient): Promise<{ round: Round; afterwards: readonly (() => void)[] }> {
    const names = this.models.map(({ name }) => name);
    const live = await claimCheckpoints(transaction, names);
    for (const { name, position } of live) this.reach([name], position);
    const leftToNewer = await fillGaps(transaction, this.models, live);
    const next = await claimCheckpoints(transaction, names.map(nextOf));
    const limit = this.options.pageEvents ?? PAGE_EVENTS;
    const afterwards: (() => void)[] = [];
    let events = 0;
    let more = false;
    if (next.length > 0) {
      const rebuilds = rebuildsOf(this.models, next, await readCheckpoints(transaction, names));
      const rebuilt = await new RebuildRound(this.database, this.store, leftToNewer, limit).fold(
        rebuilds,
        live.map(({ name }) => name),
        transaction,
      );
      events += rebuilt.events;
      more ||= rebuilt.events > 0;
      afterwards.push(...rebuilt.afterwards);
    }
    const groups = groupsOf(live);
    for (const [index, group] of groups.entries()) {
      const page = await readLog(
        this.database,
        this.store,
        group.position,
        limit,
        this.boundOf(group, groups[index - 1]),
      );
      if (page.newer.some((type) => leftToNewer.has(type))) continue;
      events += page.length;
      more ||= page.length === limit;
      afterwards.push(...(await this.foldGroup(group, page, transaction)));
    }
    const isQuiet = events === 0 && next.length === 0 && groups.length === 1 && live.length === names.length;
    this.quiet = isQuiet ? { position: live[0]!.position, until: performance.now() + QUIET_MILLISECONDS } : null;
    return { round: { held: live.length, events, more: more || (groups.length > 1 && events > 0) }, afterwards };
  }

  /** Where the group reaches the one ahead of it, or a position that one of its models had reached before. */
  private boundOf(group: Group, ahead: Group | undefined): LogPosition | undefined {
    const marks = [ahead?.position, ...group.names.map((name) => this.reached.get(name))].filter(
      (mark) => mark !== undefined,
    );
    return marks.filter((mark) => compareLogPositions(mark, group.position) > 0).toSorted(compareLogPositions)[0];
  }

  private async foldGroup(
    { names, position }: Group,
    page: LogPage,
    transaction: PoolClient,
  ): Promise<readonly (() => void)[]> {
    const models = this.models.filter(({ name }) => names.includes(name));
    const afterwards: (() => void)[] = [];
    if (page.restarted) await emptyTables(transaction, models);
    if (page.newer.length > 0) await noteGaps(transaction, names, page.newer, { after: position, until: page.next });
    const moved =
      page.restarted || page.next.generation !== position.generation || compareLogPositions(page.next, position) !== 0;
    for (const model of models) {
      const news = new Set(this.hasReached(model.name, page.next) ? [] : page.events);
      const afterward =
        page.events.length > 0 ? await model.fold({ events: page.events, news, suffix: '' }, transaction) : undefined;
      if (afterward) afterwards.push(afterward);
    }
    if (!moved) return afterwards;
    await moveCheckpoints(transaction, names, page.next);
    return [() => this.reach(names, page.next), ...afterwards];
  }

  private hasReached(name: string, position: LogPosition): boolean {
    const reached = this.reached.get(name);
    return reached?.generation === position.generation && compareLogPositions(position, reached) <= 0;
  }

  private reach(names: readonly string[], position: LogPosition): void {
    if (position.generation === LOG_START.generation) return;
    for (const name of names) if (!this.hasReached(name, position)) this.reached.set(name, position);
  }

  private attempt(afterward: () => void): void {
    try {
      afterward();
    } catch (error) {
      this.options.onTrouble?.(error);
    }
  }
}
