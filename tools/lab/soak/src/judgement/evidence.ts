import { openBroker } from '@arbiter/runtime';
import type { LedgerEntry } from '@arbiter/sandbox-vendor';
import type { SoakSystem } from '../site';

/** The log's record of one run's way to the person. Times are milliseconds since 1970, by the database's clock. */
export interface RunRow {
  readonly runId: string;
  /** when the turn or the run was received; null: the log never had it */
  readonly receivedAt: number | null;
  readonly lines: number;
  /** the last `seq` of its UI log; 0 without a line. They begin with 1, and none comes twice: the table's own rules. */
  readonly lastSeq: number;
  /** how many lines `rag.done` */
  readonly ends: number;
  readonly doneAt: number | null;
  /** the run waited for a person on its way */
  readonly wasSuspended: boolean;
}

/** One action that may have an effect: its recorded facts, in order. */
export interface ActionRow {
  readonly actionId: string;
  readonly runId: string;
  /** names of events without version, as in `action.dispatched` */
  readonly facts: readonly string[];
}

export interface Evidence {
  readonly runs: readonly RunRow[];
  readonly actions: readonly ActionRow[];
  readonly ledger: readonly Pick<LedgerEntry, 'sequence' | 'orderNumber'>[];
  readonly deadLetters: number;
  /** facts that say that something was set aside */
  readonly skipped: number;
}

const RUNS = `
  with received as (
    select (envelope::jsonb)->'data'->>'requestId' as run_id, recorded_at from event
    where starts_with(stream_id, 'turn-') and (starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.'))
  ), shown as (
    select run_id, count(*)::int as lines, max(seq) as last_seq,
      count(*) filter (where body like '{"type":"rag.done"%')::int as ends, max(created_at) filter (where body like '{"type":"rag.done"%') as done_at
    from ui_log group by run_id
  ), suspended as (
    select distinct (envelope::jsonb)->'data'->>'runId' as run_id from event where starts_with(stream_id, 'run-') and starts_with(type, 'arbiter.run.suspended.')
  )
  select run_id as "runId", extract(epoch from recorded_at)::float8 * 1000 as "receivedAt", coalesce(lines, 0) as lines, coalesce(last_seq, 0) as "lastSeq", coalesce(ends, 0) as ends, extract(epoch from done_at)::float8 * 1000 as "doneAt", suspended.run_id is not null as "wasSuspended"
  from received full join shown using (run_id) left join suspended using (run_id)`;

const ACTIONS = `
  select min((envelope::jsonb)->'data'->>'actionId') as "actionId", min((envelope::jsonb)->'data'->>'runId') as "runId",
    array_agg(regexp_replace(type, '^arbiter\\.(.*)\\.v\\d+$', '\\1') order by version) as facts
  from event where starts_with(stream_id, 'action-') and (envelope::jsonb)->'data'->>'tool' like 'shop.%refund%.create' group by stream_id`;

/** How many of these runs have not ended yet. */
export async function unfinished({ pool }: SoakSystem, runIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::text[]) as run (id) where not exists (select from ui_log where run_id = run.id and body like '{"type":"rag.done"%')`,
    [runIds],
  );
  return rows[0]!.count;
}

export async function gather(site: SoakSystem): Promise<Evidence> {
  const runs = await site.pool.query<RunRow>(RUNS);
  const actions = await site.pool.query<ActionRow>(ACTIONS);
  const skipped = await site.pool.query<{ count: number }>(
    `select count(*)::int as count from event where type like 'arbiter.%.skipped.v%'`,
  );
  return {
    runs: runs.rows,
    actions: actions.rows,
    ledger: await ledgerOf(site),
    deadLetters: await deadLettersOf(site),
    skipped: skipped.rows[0]!.count,
  };
}

async function ledgerOf({ system }: SoakSystem): Promise<readonly LedgerEntry[]> {
  const response = await fetch(`${system.vendorUrl}/_sandbox/ledger`, { signal: AbortSignal.timeout(10_000) });
  return ((await response.json()) as { entries: LedgerEntry[] }).entries;
}

/** Those that the broker holds now: it forgets them with its data. */
async function deadLettersOf({ system }: SoakSystem): Promise<number> {
  const environment = system.environmentOf(null);
  const broker = await openBroker({
    url: environment['ARBITER_NATS_URL']!,
    user: 'operator',
    password: environment['ARBITER_NATS_PASSWORD']!,
    name: 'soak',
    inbox: 'operator',
  });
  try {
    return (await broker.manager.streams.info('DLQ')).state.messages;
  } finally {
    await broker.close();
  }
}
