import {
  isBegunAnew,
  pauseAdvice,
  type BranchStatus,
  type InstanceStatus,
  type JudgedView,
  type NotDoneView,
  type PausedView,
  type PlaybookDayView,
  type PlaybookRunView,
  type Verdict,
} from '@arbiter/contracts';
import type { Database } from '@arbiter/store';

const PAGE_DAYS = 100;

interface Row extends Omit<JudgedView, 'verdict' | 'odd'> {
  readonly run_id: string;
  readonly playbook: string;
  readonly day: string;
  readonly attempt: number;
  readonly status: InstanceStatus;
  readonly code: string | null;
  readonly read: number;
  readonly selected: number;
  readonly kept: number;
  readonly ended: Readonly<Record<BranchStatus, number>>;
  readonly not_done: readonly NotDoneView[];
  readonly waiting: number;
  readonly pause: number;
  readonly paused: PausedView | null;
  readonly verdict: Verdict | null;
  readonly odd: NonNullable<JudgedView['odd']>;
  readonly requested_at: Date;
  readonly completed_at: Date | null;
}

/** Which instances of a playbook; the latest day first. */
interface Wanted {
  readonly day?: string;
  readonly before?: string | null;
}

/** The instances of a tenant's playbooks, as the read models last saw them. */
export class PlaybookRuns {
  constructor(private readonly database: Database) {}

  async list(tenant: string, playbook: string, before: string | null): Promise<readonly PlaybookRunView[]> {
    return (await this.read(tenant, playbook, { before })).map(viewOf);
  }

  /** Null when nothing was seen of it yet. */
  async find(tenant: string, playbook: string, day: string): Promise<PlaybookDayView | null> {
    const [row] = await this.read(tenant, playbook, { day });
    if (!row) return null;
    const run = viewOf(row);
    return { ...run, paused: pauseAdvice(run), notDone: row.not_done };
  }

  /**
   * The attempt that a request for a day means: the one that is there, the next where a day is begun anew, or the
   * first.
   */
  async attemptFor(tenant: string, playbook: string, day: string): Promise<number> {
    const [row] = await this.read(tenant, playbook, { day });
    return row ? row.attempt + (isBegunAnew(row) ? 1 : 0) : 1;
  }

  /** The same, with the number of its latest pause; 0 before there was one. */
  async findPaused(
    tenant: string,
    playbook: string,
    day: string,
  ): Promise<(PlaybookRunView & { pause: number }) | null> {
    const [row] = await this.read(tenant, playbook, { day });
    return row ? { ...viewOf(row), pause: row.pause } : null;
  }

  private async read(tenant: string, playbook: string, wanted: Wanted): Promise<readonly Row[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'playbook-runs',
      text: `select run_id, playbook, to_char(day, 'YYYY-MM-DD') as day, attempt, status, code, read, selected, kept, ended, verdict, objects, acknowledged,
               failing, odd, pause, paused, requested_at, completed_at, case when $3::date is null then '[]' else not_done end as not_done,
               (select count(distinct branch_id)::int from approval where approval.run_id = playbook_run.run_id and approval.status = 'open') as waiting
             from (select distinct on (day) * from playbook_run where tenant = $1 and playbook = $2 and ($3::date is null or day = $3)
                   and ($4::date is null or day < $4) order by day desc, attempt desc limit $5) as playbook_run
             order by playbook_run.day desc`,
      values: [tenant, playbook, wanted.day ?? null, wanted.before ?? null, PAGE_DAYS],
    });
    return rows;
  }
}

const judgedOf = ({ verdict, objects, acknowledged, failing, odd }: Row): JudgedView | null =>
  verdict === null ? null : { verdict, objects, acknowledged, failing, ...(odd.length > 0 && { odd }) };

function viewOf(row: Row): PlaybookRunView {
  const { playbook, day, attempt, status, code, read, selected, kept, ended, waiting } = row;
  const over = Object.values(ended).reduce((sum, branches) => sum + branches, 0);
  return {
    runId: row.run_id,
    playbook,
    day,
    ...(attempt > 1 && { attempt }),
    status,
    code,
    paused: row.paused,
    // The two read models may be a moment apart.
    branches: { read, selected, kept, ...ended, open: Math.max(0, selected - over - waiting), waiting },
    verdict: judgedOf(row),
    requestedAt: row.requested_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}
