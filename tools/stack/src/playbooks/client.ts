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

/** The instances of one playbook over HTTP. */
export class PlaybookClient {
  private readonly url: string;

  constructor(httpUrl: string, playbook: string) {
    this.url = `${httpUrl}/api/playbooks/${playbook}/runs`;
  }

  /** The instance of a day (ISO date), carried out. Throws when nothing has become of it for two minutes. */
  async carryOut(day: string): Promise<PlaybookRun> {
    await sendJson(this.url, 'POST', { day });
    const url = `${this.url}/${day}`;
    let [last, patience] = ['', Date.now() + PATIENCE_MILLISECONDS];
    while (Date.now() < patience) {
      const run = await sendJson<PlaybookRun>(url).catch(() => null);
      if (run && ['ok', 'error', 'cancelled'].includes(run.status)) return run;
      const seen = JSON.stringify(run);
      if (seen !== last) [last, patience] = [seen, Date.now() + PATIENCE_MILLISECONDS];
      await delay(LOOK_MILLISECONDS);
    }
    throw new Error(`nothing has become of the instance of ${day} for two minutes; look at ${url}`);
  }
}
