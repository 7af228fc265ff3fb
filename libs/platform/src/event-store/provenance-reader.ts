import { streamOf, type ActionEnd, type ArtifactBundle, type Plan, type Provenance, type Recorded, type StepOfRun, type WireEvent } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database';
import type { Keyring } from '../sealing';
import { isOfNewerRelease, leftToNewer } from './codec';
import type { EventStore } from './event-store';
import { TickBatch } from './tick-batch';

const CACHED_RUNS = 2_000;

/** What never changes of a run once it is planned, and the ends of its actions that are known. */
interface Known {
  readonly plan: Recorded<'plan.accepted'>;
  readonly request: Recorded<'run.requested'>;
  readonly ends: Map<string, ActionEnd>;
  /** the data key that its personal values were read with */
  readonly keyId: string | null;
}

interface Parts {
  readonly database: Database;
  readonly store: EventStore;
  readonly keyring: Keyring;
  readonly artifacts: { cached(hash: string): ArtifactBundle | undefined; load(hash: string): Promise<ArtifactBundle> };
  /** the steps of a plan whose actions must be looked at before one of it is done */
  readonly stepsBefore: (plan: Plan, stepId: string) => readonly string[];
}

/**
 * Reads what a step of a run stands upon.
 *
 * 1. Everything comes from the log: the first fact of the run's plan stream, the fact that caused it, and the last facts of the
 *    actions before the step.
 * 2. It is read once: a plan, its request and an action's end never change. Only what is not there yet is looked for again.
 * 3. What was read under one key of a customer is not used under another (CX-08).
 * 4. Requests of one tick are one round trip: one for runs not known yet, one for ends.
 *
 * Throws what Postgres throws; that there is no plan is null.
 */
export class ProvenanceReader {
  private readonly runs = new LRUCache<string, Known>({ max: CACHED_RUNS });
  private readonly origins = new TickBatch((streams) => this.readOrigins(streams));
  private readonly lasts = new TickBatch((streams) => this.readLasts(streams));

  constructor(private readonly parts: Parts) {}

  async read(tenant: string, { runId, stepId }: StepOfRun): Promise<Provenance | null> {
    const known = await this.run(streamOf('plan', tenant, runId));
    if (!known) return null;
    const { plan, request } = known;
    const ends = await Promise.all(this.parts.stepsBefore(plan.data.plan, stepId).map((step) => this.endOf(known, tenant, `${runId}.${step}`)));
    const { artifacts } = this.parts;
    const bundle = artifacts.cached(request.data.artifacts) ?? (await artifacts.load(request.data.artifacts));
    return { plan, request, artifacts: bundle, ends: ends.filter((end) => end !== null) };
  }

  /** An end this process has just committed need not be read. */
  note(end: ActionEnd): void {
    const { actionId, runId } = end.data;
    this.runs.get(streamOf('plan', end.tenant, runId))?.ends.set(actionId, end);
  }

  private async run(stream: string): Promise<Known | undefined> {
    const cached = this.runs.get(stream);
    if (cached && cached.keyId === this.parts.keyring.keyIdOf(cached.plan)) return cached;
    const known = await this.origins.get(stream);
    if (known) this.runs.set(stream, known);
    return known;
  }

  private async endOf({ ends }: Known, tenant: string, actionId: string): Promise<ActionEnd | null> {
    const known = ends.get(actionId);
    if (known) return known;
    const end = await this.lasts.get(streamOf('action', tenant, actionId));
    if (!end) return null;
    ends.set(actionId, end);
    return end;
  }

  private async readOrigins(streams: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const { rows } = await this.parts.database.pool.query<{ stream_id: string; plan: string; request: string }>({
      name: 'provenance-origins',
      text: `select wanted.stream_id, plan.envelope as plan, request.envelope as request
             from unnest($1::text[]) as wanted (stream_id)
             join event as plan on plan.stream_id = wanted.stream_id and plan.version = 1
             cross join lateral (select plan.envelope::json ->> 'sourcestream' as stream, (plan.envelope::json ->> 'sourceversion')::int as version) as source
             join event as request on request.stream_id = source.stream and request.version = source.version`,
      values: [streams],
    });
    const found = await this.parts.store.decode(rows.flatMap(({ plan, request }) => [plan, request]));
    return new Map(rows.flatMap(({ stream_id: stream }, index): [string, Known][] => {
      const [plan, request] = [found[2 * index]!, found[2 * index + 1]!];
      if (plan.name !== 'plan.accepted' || request.name !== 'run.requested') return [];
      const origin = { plan: plan as Recorded<'plan.accepted'>, request: request as Recorded<'run.requested'> };
      return [[stream, { ...origin, ends: new Map(), keyId: this.parts.keyring.keyIdOf(plan) }]];
    }));
  }

  /** Of an action that has ended, its last fact is its end. One whose last fact cannot be read here may have ended. */
  private async readLasts(streams: readonly string[]): Promise<ReadonlyMap<string, ActionEnd>> {
    const { rows } = await this.parts.database.pool.query<{ envelope: string }>({
      name: 'provenance-ends',
      text: `select last.envelope from unnest($1::text[]) as wanted (stream_id)
             cross join lateral (select envelope from event where event.stream_id = wanted.stream_id order by version desc limit 1) as last`,
      values: [streams],
    });
    const lasts = rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
    const newer = lasts.find(({ type }) => isOfNewerRelease(type));
    if (newer) throw leftToNewer(newer.type);
    const wires = lasts.filter(({ type }) => END_TYPE.test(type));
    return new Map((await this.parts.store.open(wires)).map((end) => [end.stream, end as ActionEnd]));
  }
}

const END_TYPE = /^arbiter\.action\.(denied|rejected|succeeded|failed|unknown|cancelled)\./;
