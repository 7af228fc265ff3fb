import { PlaybookClient, sendJson, type PlaybookRun, type System } from '@arbiter/stack';
import { Pool } from 'pg';

const PLAYBOOK = 'invoice_followup';
const DAY_MILLISECONDS = 86_400_000;
const WEEK_DAYS = 7;

/** The output of `--json` for a day. */
export interface DayFigures {
  readonly day: string;
  readonly cache: 'hit' | 'miss';
  /** to draw the plan up */
  readonly model_calls: number;
  readonly branches: number;
  readonly done: number;
  readonly held: number;
  readonly failed: number;
  /** objects about which a person was written to twice within a week, by the studio's own books */
  readonly touched_twice: number;
}

export interface DayReport {
  readonly figures: DayFigures;
  readonly answered: Answered;
  readonly status: string;
  readonly reply: string;
  readonly verdict: Pick<NonNullable<PlaybookRun['verdict']>, 'verdict' | 'failing'> | null;
  /** how often a branch failed for which cause, the most frequent first */
  readonly causes: readonly (readonly [code: string, times: number])[];
}

/** The operator's answer to every open approval. */
export const ANSWERS = { all: 'approve', none: 'reject' } as const;
export type Approves = keyof typeof ANSWERS;

export interface Answered {
  readonly decision: (typeof ANSWERS)[Approves];
  readonly times: number;
}

interface Touch {
  readonly number: string;
  /** ISO 8601, by the studio's clock */
  readonly sentAt: string;
}

/** The studio on days that follow each other; the first is the one its sandbox begins with. */
export class StudioDays {
  private readonly pool: Pool;
  private last: string | null = null;

  constructor(
    private readonly system: System,
    private readonly approves: Approves,
  ) {
    this.pool = new Pool({ connectionString: system.stack.postgres.url, max: 1, options: '-c search_path=arbiter' });
    this.pool.on('error', () => undefined);
  }

  /** Another day begins, and its instance is carried out. Throws when it has not ended in two minutes. */
  async next(): Promise<DayReport> {
    const day = await this.dawn();
    const { run, answered } = await new PlaybookClient(this.system.httpUrl, PLAYBOOK).carryOut(
      day,
      ANSWERS[this.approves],
    );
    const { done = 0, held = 0, failed = 0, unknown = 0, selected = 0 } = run.branches;
    return {
      figures: {
        day,
        ...(await this.planning(run.runId)),
        branches: selected,
        done,
        held,
        failed: failed + unknown,
        touched_twice: twice(await this.touches()),
      },
      answered: { decision: ANSWERS[this.approves], times: answered },
      status: run.status,
      reply: (await sendJson<{ reply: string | null }>(`${this.system.httpUrl}/api/runs/${run.runId}`)).reply ?? '',
      verdict: run.verdict,
      causes: await this.causes(run.runId),
    };
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async dawn(): Promise<string> {
    const url = `${this.system.vendorUrl}/_sandbox/studio/today`;
    const { today } = await sendJson<{ today: string }>(url);
    const day = this.last === null ? today : dayAfter(this.last);
    await sendJson(url, 'PUT', { today: day });
    this.last = day;
    return day;
  }

  /** Whether the plan stood under its key, and how often a model was asked for it. */
  private async planning(runId: string): Promise<Pick<DayFigures, 'cache' | 'model_calls'>> {
    const { rows } = await this.pool.query<{ hits: number; calls: number | null }>(
      `select count(*) filter (where type like 'arbiter.plan.cache_hit.%')::int as hits,
              max((envelope::json -> 'data' ->> 'modelCalls')::int) as calls
       from event where type ~ '^arbiter\\.plan\\.(cache_hit|drawn_up)\\.' and stream_id like 'plan-studio-key.%' and envelope like $1`,
      [`%${runId}%`],
    );
    return { cache: rows[0]!.hits > 0 ? 'hit' : 'miss', model_calls: rows[0]!.calls ?? 0 };
  }

  private async causes(runId: string): Promise<DayReport['causes']> {
    const { rows } = await this.pool.query<{ code: string; times: number }>(
      `select envelope::json -> 'data' ->> 'code' as code, count(*)::int as times
       from event where stream_id = $1 and type like 'arbiter.branch.recorded.%' and envelope::json -> 'data' ->> 'code' is not null
       group by 1 order by 2 desc, 1`,
      [`run-studio-${runId}`],
    );
    return rows.map(({ code, times }) => [code, times] as const);
  }

  private async touches(): Promise<readonly Touch[]> {
    const url = `${this.system.vendorUrl}/_sandbox/studio/touches`;
    return (await sendJson<{ touches: Touch[] }>(url)).touches;
  }
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MILLISECONDS).toISOString().slice(0, 10);

/** How many objects have two touches less than a week apart. */
export function twice(touches: readonly Touch[]): number {
  const byObject = Map.groupBy(touches, ({ number }) => number);
  return [...byObject.values()].filter((found) => {
    const days = found.map(({ sentAt }) => Date.parse(sentAt) / DAY_MILLISECONDS).toSorted((one, other) => one - other);
    return days.some((day, index) => index > 0 && day - days[index - 1]! < WEEK_DAYS);
  }).length;
}
