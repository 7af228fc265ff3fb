import { setTimeout as delay } from 'node:timers/promises';
import { sendJson } from './send-json';

const LOOK_MILLISECONDS = 200;
const PATIENCE_MILLISECONDS = 120_000;

/** How the instance of a day stands, as the API tells it. */
export interface PlaybookRun {
  readonly runId: string;
  readonly status: string;
  /** objects, by what became of them */
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
   * The instance of a day (ISO date), carried out; what it waits for a yes to is answered like this. Throws when
   * nothing has become of it for two minutes.
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

  /** The first page of what waits gets its answer; the next look finds the others. */
  private async answerAll(decision: 'approve' | 'reject'): Promise<readonly string[]> {
    const { approvals } = await sendJson<{ approvals: { id: string; playbook: string }[] }>(this.approvals);
    const ids = approvals.filter(({ playbook }) => playbook === this.playbook).map(({ id }) => id);
    // One that ended meanwhile is no trouble: the next look tells how the instance stands.
    await Promise.allSettled(
      ids.map((id) => sendJson(`${this.approvals}/${encodeURIComponent(id)}`, 'POST', { decision })),
    );
    return ids;
  }
}
