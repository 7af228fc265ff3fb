import { instanceRunId, playbookStream, type PauseReason } from '@arbiter/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '../test-system';
import { eventually } from '../test-system';

const REQUEST_MILLISECONDS = 10_000;
/** Dozens look at once, and each look is work for the services that are to go on. */
const LOOK_MILLISECONDS = 250;
const ENDED: ReadonlySet<string> = new Set(['ok', 'error', 'cancelled']);
/**
 * The models' limits once a run is resumed: the first time less than its plan needs, the second time more than
 * everything.
 */
const FIRST_TOKENS = 100_000;
const ALL_TOKENS = 900_000_000;
const ALL_ACTIONS = 1_000;

/** The fields that distinguish facts of a stream with the same name. */
const ABOUT = [
  'stepId',
  'segmentId',
  'actionId',
  'day',
  'revision',
  'pause',
  'pauses',
  'branchId',
  'branchIds',
  'question',
  'attempt',
  // A step that was resumed with too little is refused again, with its total by then.
  'reason',
]
  .map((field) => `data->>'${field}'`)
  .join(', ');
/** Which branches go on, and from which of their pauses. */
const GOING_ON = "case when type like 'arbiter.branch.continue_requested.%' then data->>'branches' end";

interface SeenRun {
  readonly status: string;
  readonly paused: { readonly reasons: readonly PauseReason[] } | null;
  readonly branches: Readonly<Record<string, number>>;
}

/**
 * One instance of a playbook of its own, with an operator who approves, resumes it, or stops it. A refused request is
 * sent again.
 */
export class Sweep {
  constructor(
    private readonly arbiter: TestSystem,
    private readonly ingress: readonly string[],
    readonly playbook: string,
    private readonly day: string,
  ) {}

  get runId(): string {
    return instanceRunId('studio', { playbook: this.playbook, day: this.day });
  }

  async begin(): Promise<void> {
    await this.taken('POST', `/api/playbooks/${this.playbook}/runs`, { day: this.day });
  }

  /** To its end, with a yes to all that waits for one and with whatever it lacks. */
  async carriedOut(): Promise<string> {
    await this.begin();
    return this.until('to end', () => this.approveAll());
  }

  /** Stopped once something of it waits for a yes. */
  async stopped(): Promise<string> {
    await this.begin();
    return this.until('to be stopped', async (run) => {
      if ((run.branches['waiting'] ?? 0) > 0) await this.asked('POST', `/api/runs/${this.runId}/cancel`, {});
    });
  }

  private until(what: string, look: (run: SeenRun) => Promise<void>): Promise<string> {
    return eventually(`${this.playbook} ${what}`, async () => {
      const run = await this.seen();
      if (run && ENDED.has(run.status)) return run.status;
      if (run?.paused) await this.letGoOn(run.paused.reasons);
      if (run) await look(run);
      await delay(LOOK_MILLISECONDS);
      return null;
    });
  }

  /** How often each of its facts is in the log, by stream, event and subject: the greatest count of each event. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.arbiter.pool.query<{ name: string; most: number }>(
      `select name, max(found)::int as most from (
         select substring(type from '^arbiter\\.(.*)\\.v\\d+$') as name, count(*) as found
         from event, lateral (select (envelope::jsonb)->'data' as data) as opened
         where stream_id like $1 or stream_id like $2 or stream_id = $3
         group by name, stream_id, ${ABOUT}, ${GOING_ON}) as counted group by name`,
      [`run-studio-${this.runId}%`, `plan-studio-${this.runId}%`, playbookStream('studio', this.playbook)],
    );
    return new Map(rows.map(({ name, most }) => [name, most]));
  }

  private seen = async (): Promise<SeenRun | null> =>
    (await this.asked('GET', `/api/playbooks/${this.playbook}/runs/${this.day}`)) as SeenRun | null;

  private async letGoOn(reasons: readonly PauseReason[]): Promise<void> {
    const granted: Record<string, number> = {};
    for (const reason of reasons) {
      if (reason.why === 'actions') granted['actions'] = ALL_ACTIONS;
      if (reason.why === 'models') granted['tokens'] = reason.tokens! < FIRST_TOKENS ? FIRST_TOKENS : ALL_TOKENS;
    }
    await this.asked('POST', `/api/playbooks/${this.playbook}/runs/${this.day}/resume`, granted);
  }

  private async approveAll(): Promise<void> {
    const page = (await this.asked('GET', `/api/approvals?playbook=${this.playbook}`)) as {
      approvals: readonly { id: string }[];
    } | null;
    for (const { id } of page?.approvals ?? [])
      await this.asked('POST', `/api/approvals/${encodeURIComponent(id)}`, { decision: 'approve' });
  }

  private taken(method: 'GET' | 'POST', path: string, body: object): Promise<unknown> {
    return eventually(`ingress to take ${path}`, () => this.asked(method, path, body));
  }

  /** Null: no ingress answered, or the request was refused; the next look shows why. */
  private async asked(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    for (const url of this.ingress) {
      const response = await fetch(`${url}${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      }).catch(() => null);
      if (response && response.status < 500) return response.ok ? response.json() : null;
    }
    return null;
  }
}
