import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { UiEvent } from '@arbiter/contracts';
import { ChatClient, System, type ChatOptions, type SystemOptions, type Turn } from '@arbiter/stack';
import { Pool } from 'pg';
import { borrowSystem, type SystemView, USUAL_PROCESSES } from './jest/lent-system';

const REQUEST_MILLISECONDS = 60_000;
/** For hanging only, and below a test's own limit: a busy machine takes minutes for the work of a second. */
const PATIENCE_MILLISECONDS = 240_000;

export interface LedgerEntry {
  readonly sequence: number;
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The whole of Arbiter with throw-away data, as a test sees it. */
export class TestSystem<Seen extends SystemView = System> {
  readonly pool: Pool;

  private constructor(
    readonly system: Seen,
    private readonly end: () => Promise<void>,
  ) {
    this.pool = new Pool({ connectionString: system.stack.postgres.url, max: 2, options: '-c search_path=arbiter' });
    this.pool.on('error', () => undefined);
  }

  /**
   * Starts a system of its own, for a test that needs settings of its own or does something to processes, servers or
   * the whole log.
   */
  static async open(options: Partial<SystemOptions> = {}): Promise<TestSystem> {
    const system = await System.start({
      dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-e2e-')),
      throwaway: true,
      processes: USUAL_PROCESSES,
      ...options,
      environment: { ARBITER_RATE_PER_MINUTE: '0', ...options.environment },
    });
    return new TestSystem(system, () => system.stop());
  }

  /**
   * A system that runs already: its log holds the work of other files, under sessions of their own; its vendor has
   * forgotten it.
   */
  static async borrow(): Promise<SharedTestSystem> {
    return new TestSystem(await borrowSystem(), async () => undefined);
  }

  chat(userId = 'C-0001', sessionId = `s-${randomUUID()}`, options: ChatOptions = {}): ChatClient {
    return new ChatClient(this.system.httpUrl, sessionId, userId, options);
  }

  /** Sends the lines one after the other in one new session. */
  async converse(...lines: readonly string[]): Promise<readonly (Turn & { events: readonly UiEvent[] })[]> {
    const client = this.chat();
    const turns: (Turn & { events: readonly UiEvent[] })[] = [];
    for (const line of lines) {
      const events: UiEvent[] = [];
      turns.push({ ...(await client.say(line, (event) => events.push(event))), events });
    }
    return turns;
  }

  /** Starts a named template as a caller of the API would; sent again with the same key until ingress takes it. */
  async submit(
    template: string,
    args: unknown,
    userId = 'C-0001',
    key: string = randomUUID(),
    wish: { readonly tier?: string } = {},
  ): Promise<string> {
    return eventually(`ingress to take ${template}`, async () => {
      const response = await fetch(`${this.system.httpUrl}/api/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ template, args, sessionId: `run-${key}`, userId, ...wish }),
        signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      }).catch(() => null);
      if (!response || response.status === 503) return null;
      const body = await response.text();
      if (!response.ok) throw new Error(`ingress refused ${template}: ${body}`);
      return (JSON.parse(body) as { requestId: string }).requestId;
    });
  }

  async run(requestId: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.system.httpUrl}/api/runs/${requestId}`, {
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Waits until the run has ended, whatever is killed meanwhile. */
  async ended(requestId: string): Promise<Record<string, unknown>> {
    return eventually(`run ${requestId} to end`, async () => {
      const run = await this.run(requestId).catch(() => ({ status: 'unreachable' }) as Record<string, unknown>);
      return ['ok', 'error', 'cancelled'].includes(String(run['status'])) ? run : null;
    });
  }

  async ledger(orderNumber?: string): Promise<readonly LedgerEntry[]> {
    const response = await fetch(
      `${this.system.vendorUrl}/_sandbox/ledger${orderNumber ? `?orderNumber=${orderNumber}` : ''}`,
    );
    const body = (await response.json()) as LedgerEntry[] | { entries: LedgerEntry[] };
    return Array.isArray(body) ? body : body.entries;
  }

  /** The faults of the vendor from now on, in place of those before. */
  async faults(faults: readonly Record<string, unknown>[]): Promise<void> {
    const response = await fetch(`${this.system.vendorUrl}/_sandbox/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
    if (!response.ok) throw new Error(`the vendor refused the faults: ${await response.text()}`);
  }

  /**
   * How many different actions ended in one of these ways, by the gateway's facts: reads that ended together count
   * each.
   */
  async countOfActions(outcomes: readonly ('succeeded' | 'failed' | 'suspended')[]): Promise<number> {
    const { rows } = await this.pool.query<{ actions: number }>(
      `select count(distinct id)::int as actions from (
         select envelope::json #>> '{data,actionId}' from event where type ~ ('^arbiter[.]action[.](' || array_to_string($1::text[], '|') || ')[.]')
         union all
         select (envelope::json #>> '{data,runId}') || '.' || (ended ->> 'stepId')
         from event, json_array_elements(envelope::json #> '{data,ends}') as ended
         where type like 'arbiter.segment.ended.%' and case when ended ->> 'code' is null then 'succeeded' else 'failed' end = any($1)
       ) as action (id)`,
      [outcomes],
    );
    return rows[0]!.actions;
  }

  async count(type: string, like = '%'): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      'select count(*) from event where type like $1 and envelope like $2',
      [`arbiter.${type}.v%`, `%${like}%`],
    );
    return Number(rows[0]!.count);
  }

  async countOfRuns(type: string, runs: readonly { readonly requestId: string }[]): Promise<number> {
    const counts = await Promise.all(runs.map(({ requestId }) => this.count(type, `"correlationid":"${requestId}"`)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The UI log of a run: its numbers and types, as stored. */
  async uiLog(runId: string): Promise<readonly { seq: number; type: string }[]> {
    const { rows } = await this.pool.query<{ seq: number; body: string }>(
      'select seq, body from ui_log where run_id = $1 order by seq',
      [runId],
    );
    return rows.map((row) => ({ seq: row.seq, type: (JSON.parse(row.body) as { type: string }).type }));
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.end();
  }
}

/** A system that other files use before and after. */
export type SharedTestSystem = TestSystem<SystemView>;

/**
 * Milliseconds: a slow condition is polled less often, a tenth of the time it took so far, because each poll is work
 * for the system that is waited for.
 */
const PAUSE = { least: 25, most: 250, share: 0.1 };

/** Asks again and again, within bounds, until there is something. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  patience = PATIENCE_MILLISECONDS,
): Promise<T> {
  const begun = Date.now();
  for (let waited = 0; waited < patience; waited = Date.now() - begun) {
    const answer = await ask();
    if (answer) return answer;
    await delay(Math.min(PAUSE.most, Math.max(PAUSE.least, waited * PAUSE.share)));
  }
  throw new Error(`waited ${patience / 1_000} s in vain for ${what}`);
}
