import type {
  ApprovalDecision,
  ApprovalPage,
  ApprovalView,
  Grants,
  PlaybookDayView,
  PlaybookRunView,
  PlaybookSubmittedView,
  PlaybookVerdictView,
  PlaybookView,
} from '@arbiter/contracts';

const PATIENCE_MILLISECONDS = 20_000;

/** The service refused, with a reason. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** It could not be asked, or had no answer just now: the same may be asked again. */
export class Unreachable extends Error {}

/** The playbooks and approvals of one system over HTTP. Throws `Refusal` or `Unreachable`. */
export class PlaybookApi {
  constructor(
    private readonly base: string,
    private readonly apiKey: string | null,
  ) {}

  playbooks = (): Promise<readonly PlaybookView[]> => this.ask('/api/playbooks');

  /** The latest day first. */
  runs = (name: string): Promise<readonly PlaybookRunView[]> => this.ask(`${pathOf(name)}/runs`);

  verdicts = (name: string): Promise<readonly PlaybookVerdictView[]> => this.ask(`${pathOf(name)}/verdicts`);

  run = (name: string, day: string): Promise<PlaybookDayView> =>
    this.ask(`${pathOf(name)}/runs/${encodeURIComponent(day)}`);

  begin = (name: string, day: string | null): Promise<PlaybookSubmittedView> =>
    this.ask(`${pathOf(name)}/runs`, day === null ? {} : { day });

  /** Lets a paused instance go on; `give` is for the whole run. */
  async resume(name: string, day: string, give: Grants): Promise<void> {
    await this.ask(`${pathOf(name)}/runs/${encodeURIComponent(day)}/resume`, give);
  }

  /** A page of open approvals, or the next one. */
  approvals = (before: string | null): Promise<ApprovalPage> =>
    this.ask(`/api/approvals${before === null ? '' : `?before=${encodeURIComponent(before)}`}`);

  approval = (id: string): Promise<ApprovalView> => this.ask(`/api/approvals/${encodeURIComponent(id)}`);

  async answer(id: string, decision: ApprovalDecision, reason: string | null): Promise<void> {
    await this.ask(`/api/approvals/${encodeURIComponent(id)}`, { decision, ...(reason === null ? {} : { reason }) });
  }

  private async ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.base}${path}`, {
      headers: {
        ...(this.apiKey === null ? {} : { authorization: `Bearer ${this.apiKey}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    }).catch((error: unknown) => {
      throw new Unreachable(`${this.base} does not answer; start it with npm start, or name another with --base`, {
        cause: error,
      });
    });
    if (response.ok) return (await response.json()) as Answer;
    throw await refusalOf(response);
  }
}

const pathOf = (name: string): string => `/api/playbooks/${encodeURIComponent(name)}`;

async function refusalOf(response: Response): Promise<Error> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  const said = detail ?? `it answered ${response.status}`;
  if (response.status >= 500 || response.status === 429) return new Unreachable(said);
  const isUnknown = response.status === 401;
  return new Refusal(response.status, isUnknown ? `${said}; ARBITER_API_KEY holds the key that is sent` : said);
}
