import { actionEndsIn, type ActionEnd, type AgentFact, type Recorded, type RunStop } from '@arbiter/contracts';
import type { Database } from '../database';
import { isOfNewerRelease, leftToNewer } from './codec';
import type { EventStore } from './event-store';
import type { RecentCommits } from './recent-commits';
import { TickBatch } from './tick-batch';

export type Filled = Recorded<'step.completed'>;

/** The first facts of a run. */
export interface Origin {
  readonly plan: Recorded<'plan.accepted'>;
  readonly request: Recorded<'run.requested'>;
}

interface OriginRow {
  readonly stream_id: string;
  readonly plan: string;
  readonly request: string;
}

/**
 * The facts that steps are based on, read from the log or taken from the facts that this process has just committed
 * there. Requests of one tick are one round trip per kind. Throws the errors of Postgres.
 */
export class ProvenanceFacts {
  /** by plan stream */
  readonly origins = new TickBatch((streams) => this.readOrigins(streams));
  /** by the stream of a run's actions, without that of a single one */
  readonly ends = new TickBatch((runs) => this.readEnds(runs));
  /** by run stream */
  readonly filled = new TickBatch((runs) => this.readFilled(runs));
  /** by run stream */
  readonly stops = new TickBatch((runs) => this.readStops(runs));
  /** by action stream */
  readonly settled = new TickBatch((actions) => this.readSettled(actions));
  /** by agent stream */
  readonly agents = new TickBatch((streams) => this.readAgents(streams));
  /** by plan stream of a branch */
  readonly revisions = new TickBatch((streams) => this.readRevisions(streams));

  constructor(
    private readonly database: Database,
    private readonly store: Pick<EventStore, 'decode'>,
    /** facts that other services of this process have just committed; null where there is none */
    private readonly commits: Pick<RecentCommits, 'originOf'> | null,
  ) {}

  private async readOrigins(streams: readonly string[]): Promise<ReadonlyMap<string, Origin>> {
    const committed = streams.flatMap((stream): OriginRow[] => {
      const origin = this.commits?.originOf(stream);
      return origin ? [{ stream_id: stream, ...origin }] : [];
    });
    const here = new Set(committed.map(({ stream_id }) => stream_id));
    return this.openOrigins([...committed, ...(await this.originRows(streams.filter((stream) => !here.has(stream))))]);
  }

  private async originRows(streams: readonly string[]): Promise<readonly OriginRow[]> {
    if (streams.length === 0) return [];
    const { rows } = await this.database.pool.query<OriginRow>({
      name: 'provenance-origins',
      // Each fact is looked up by its key (offset 0): planned while the log was empty, a join would read all of it for
      // each batch.
      text: `select wanted.stream_id, plan.envelope as plan, request.envelope as request
             from unnest($1::text[]) as wanted (stream_id)
             cross join lateral (select envelope::json as opener from event where stream_id = wanted.stream_id and version = 1 offset 0) as first
             cross join lateral (select whole_envelope(event) as envelope from event where stream_id = wanted.stream_id and type ~ $2 order by version limit 1) as plan
             cross join lateral (select whole_envelope(event) as envelope from event where stream_id = opener ->> 'sourcestream' and version = (opener ->> 'sourceversion')::int offset 0) as request`,
      values: [streams, PLAN_TYPE],
    });
    return rows;
  }

  private async openOrigins(rows: readonly OriginRow[]): Promise<ReadonlyMap<string, Origin>> {
    const found = await this.store.decode(rows.flatMap(({ plan, request }) => [plan, request]));
    return new Map(
      rows.flatMap(({ stream_id: stream }, index): [string, Origin][] => {
        const [plan, request] = [found[2 * index]!, found[2 * index + 1]!];
        return plan.name === 'plan.accepted' && request.name === 'run.requested'
          ? [[stream, { plan: plan as Origin['plan'], request: request as Origin['request'] }]]
          : [];
      }),
    );
  }

  /** The facts of runs about values that models wrote or found, which are recorded nowhere else. */
  private async readFilled(runs: readonly string[]): Promise<ReadonlyMap<string, readonly Filled[]>> {
    const events = await this.readKinds('provenance-filled', runs, FILLED_TYPE);
    return Map.groupBy(events as Filled[], ({ stream }) => stream);
  }

  /** SG-05: the cancels of runs, and the ends of their steps. */
  private async readStops(runs: readonly string[]): Promise<ReadonlyMap<string, readonly RunStop[]>> {
    const events = await this.readKinds('provenance-stops', runs, STOP_TYPE);
    return Map.groupBy(events as RunStop[], ({ stream }) => stream);
  }

  /** What became of actions whose end had left that open. */
  private async readSettled(actions: readonly string[]): Promise<ReadonlyMap<string, Recorded<'action.settled'>>> {
    const events = await this.readKinds('provenance-settled', actions, SETTLED_TYPE);
    return new Map(events.map((event) => [event.stream, event as Recorded<'action.settled'>]));
  }

  /** What agents were given, what models answered them, the calls that they made, and how those ended. */
  private async readAgents(streams: readonly string[]): Promise<ReadonlyMap<string, readonly AgentFact[]>> {
    const events = await this.readKinds('provenance-agents', streams, AGENT_TYPE);
    return Map.groupBy(events as AgentFact[], ({ stream }) => stream);
  }

  private async readRevisions(
    streams: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Recorded<'revision.accepted'>[]>> {
    const events = await this.readKinds('provenance-revisions', streams, REVISION_TYPE);
    return Map.groupBy(events as Recorded<'revision.accepted'>[], ({ stream }) => stream);
  }

  /** The facts of these streams whose type fits, in their order; `name` is that of the statement. */
  private async readKinds(name: string, streams: readonly string[], type: string): Promise<readonly Recorded[]> {
    const { rows } = await this.database.pool.query<{ envelope: string }>({
      name,
      text: 'select whole_envelope(event) as envelope from event where stream_id = any ($1::text[]) and type ~ $2 order by stream_id, version',
      values: [streams, type],
    });
    return this.store.decode(rows.map(({ envelope }) => envelope));
  }

  /** How the actions of runs ended. Where a fact cannot be read here, it may be an end. */
  private async readEnds(runs: readonly string[]): Promise<ReadonlyMap<string, readonly ActionEnd[]>> {
    const { rows } = await this.database.pool.query<{ run: string; type: string; envelope: string | null }>({
      name: 'provenance-ends',
      text: `select wanted.run, event.type, case when event.type ~ $2 then whole_envelope(event) end as envelope from unnest($1::text[]) as wanted (run)
             join event on event.stream_id > wanted.run || '.' and event.stream_id < wanted.run || '/'`,
      values: [runs, END_TYPE],
    });
    const newer = rows.find(({ type }) => isOfNewerRelease(type));
    if (newer) throw leftToNewer(newer.type);
    const found = rows.filter(({ envelope }) => envelope !== null);
    const events = await this.store.decode(found.map(({ envelope }) => envelope!));
    const ends = new Map<string, ActionEnd[]>(found.map(({ run }) => [run, []]));
    events.forEach((event, index) => ends.get(found[index]!.run)!.push(...actionEndsIn(event)));
    return ends;
  }
}

const REVISION_TYPE = '^arbiter\\.revision\\.accepted\\.';
const AGENT_TYPE = '^arbiter\\.(agent\\.(opened|answered|requested|call_ended)|action\\.requested)\\.';
const FILLED_TYPE = '^arbiter\\.step\\.completed\\.';
const STOP_TYPE = '^arbiter\\.(run\\.cancelling|step\\.completed|segment\\.completed)\\.';
const SETTLED_TYPE = '^arbiter\\.action\\.settled\\.';
const PLAN_TYPE = '^arbiter\\.plan\\.accepted\\.';
const END_TYPE = '^arbiter\\.(action\\.(denied|rejected|succeeded|failed|unknown|cancelled)|segment\\.ended)\\.';
