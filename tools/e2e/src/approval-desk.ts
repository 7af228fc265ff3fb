import type { System } from '@arbiter/stack';

/** The fields of an approval that a test reads. */
export interface Waiting {
  readonly id: string;
  readonly playbook: string;
  readonly day: string;
  readonly object: string;
  readonly status: string;
  readonly code: string | null;
  readonly question: string | null;
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly rule: string | null;
}

/** An operator who reads open approvals, and answers them. */
export class ApprovalDesk {
  constructor(private readonly system: Pick<System, 'httpUrl'>) {}

  /** All that wait, page by page. */
  async waiting(): Promise<readonly Waiting[]> {
    const found: Waiting[] = [];
    let after: string | null = null;
    do {
      const page = (await this.read(after === null ? '' : `?after=${encodeURIComponent(after)}`)) as {
        approvals: Waiting[];
        after: string | null;
      };
      found.push(...page.approvals);
      ({ after } = page);
    } while (after !== null);
    return found;
  }

  show(id: string): Promise<Waiting> {
    return this.read(`/${encodeURIComponent(id)}`) as Promise<Waiting>;
  }

  answer(id: string, decision: 'approve' | 'reject', reason?: string): Promise<Response> {
    return fetch(`${this.system.httpUrl}/api/approvals/${encodeURIComponent(id)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ decision, ...(reason === undefined ? {} : { reason }) }),
    });
  }

  private async read(path: string): Promise<unknown> {
    return (await fetch(`${this.system.httpUrl}/api/approvals${path}`)).json();
  }
}
