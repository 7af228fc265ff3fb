import type { PauseReason } from '@arbiter/contracts';
import type { System } from '@arbiter/stack';

const ENDED = ['ok', 'error', 'cancelled'];

export interface InstanceView {
  readonly runId: string;
  readonly status: string;
  readonly paused: { readonly since: string; readonly reasons: readonly PauseReason[] } | null;
  readonly branches: Readonly<Record<string, number>>;
}

/** The studio's books, and one of its playbooks: by default the follow-up of its invoices. */
export class StudioSandbox {
  constructor(
    private readonly system: Pick<System, 'httpUrl' | 'vendorUrl'>,
    private readonly playbook = 'invoice_followup',
  ) {}

  private get runs(): string {
    return `${this.system.httpUrl}/api/playbooks/${this.playbook}/runs`;
  }

  /** The contacts to write to today. */
  async due(): Promise<readonly string[]> {
    return ((await this.get('truth')) as { due: string[] }).due.toSorted();
  }

  /** The contacts written to, one entry a letter. */
  async written(): Promise<readonly string[]> {
    const { touches } = (await this.get('touches')) as { touches: { number: string }[] };
    return touches.map(({ number }) => number).toSorted();
  }

  begin(day: string): Promise<Response> {
    return send(this.runs, 'POST', { day });
  }

  /** Lets the paused instance of a day go on. */
  resume(day: string, granted: object): Promise<Response> {
    return send(`${this.runs}/${day}/resume`, 'POST', granted);
  }

  /** Null before anything is known of it; a key where one is asked for. */
  async instance(day: string, key?: string): Promise<InstanceView | null> {
    const response = await fetch(`${this.runs}/${day}`, {
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    });
    return response.ok ? ((await response.json()) as InstanceView) : null;
  }

  /** Null while its own part goes on; otherwise it has ended, or only approvals are left. */
  async atRest(day: string): Promise<InstanceView | null> {
    const run = await this.instance(day);
    if (!run) return null;
    const { selected = 0, open = 0, waiting = 0 } = run.branches;
    return ENDED.includes(run.status) || (selected > 0 && open === 0 && waiting > 0) ? run : null;
  }

  async ended(day: string): Promise<InstanceView | null> {
    const run = await this.instance(day);
    return run && ENDED.includes(run.status) ? run : null;
  }

  private async get(path: string): Promise<unknown> {
    return (await fetch(`${this.system.vendorUrl}/_sandbox/studio/${path}`)).json();
  }
}

const send = (url: string, method: string, body: object): Promise<Response> =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
