import { setTimeout as delay } from 'node:timers/promises';
import { sendJson } from './send-json';

const LOOK_MILLISECONDS = 200;
const PATIENCE_MILLISECONDS = 120_000;

/** The state of a day's instance, by the API. */
export interface PlaybookRun {
  readonly runId: string;
  readonly status: string;
  /** objects, by how they ended */
  readonly branches: Readonly<Record<string, number>>;
  readonly verdict: {
    readonly verdict: string;
    readonly objects: number;
    readonly acknowledged: readonly string[];
    readonly failing: readonly string[];
  } | null;
}

/** An instance that has ended, and how many of its approvals were answered on the way. */
export interface CarriedOut {
  readonly run: PlaybookRun;
  readonly answered: number;
}

/** The instances of one playbook over HTTP. */
export class PlaybookClient {
  private readonly url: string;
  private readonly approvals: string;

  constructor(
    httpUrl: string,
    private readonly playbook: string,
  ) {
    this.approvals = `${httpUrl}/api/approvals`;
    this.url = `${httpUrl}/api/playbooks/${playbook}/runs`;
  }

  /**
   * The instance of a day (ISO date), carried out; its approvals get this answer. Throws when nothing has changed for
   * two minutes.
   */
  async carryOut(day: string, decision: 'approve' | 'reject' = 'approve'): Promise<CarriedOut> {
    const answered = new Set<string>();
    await sendJson(this.url, 'POST', { day });
    const url = `${this.url}/${day}`;
    let [last, patience] = ['', Date.now() + PATIENCE_MILLISECONDS];
    while (Date.now() < patience) {
      const run = await sendJson<PlaybookRun>(url).catch(() => null);
      if (run && ['ok', 'error', 'cancelled'].includes(run.status)) return { run, answered: answered.size };
      for (const id of await this.answerAll(decision)) answered.add(id);
      const seen = JSON.stringify(run);
      if (seen !== last) [last, patience] = [seen, Date.now() + PATIENCE_MILLISECONDS];
      await delay(LOOK_MILLISECONDS);
    }
    throw new Error(`nothing has become of the instance of ${day} for two minutes; look at ${url}`);
  }

  /** The first page of open approvals gets its answer; the next look finds the others. */
  private async answerAll(decision: 'approve' | 'reject'): Promise<readonly string[]> {
    const { approvals } = await sendJson<{ approvals: { id: string; playbook: string }[] }>(this.approvals);
    const ids = approvals.filter(({ playbook }) => playbook === this.playbook).map(({ id }) => id);
    // An approval that ended meanwhile is no trouble: the next look shows the instance's state.
    await Promise.allSettled(
      ids.map((id) => sendJson(`${this.approvals}/${encodeURIComponent(id)}`, 'POST', { decision })),
    );
    return ids;
  }
}
