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

/** One running system over HTTP. Throws `Refusal` or `Unreachable`. */
export class SystemApi {
  constructor(
    private readonly base: string,
    private readonly apiKey: string | null,
  ) {}

  protected async ask<Answer>(path: string, body?: object): Promise<Answer> {
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

async function refusalOf(response: Response): Promise<Error> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  const said = detail ?? `it answered ${response.status}`;
  if (response.status >= 500 || response.status === 429) return new Unreachable(said);
  const isUnknown = response.status === 401;
  return new Refusal(response.status, isUnknown ? `${said}; ARBITER_API_KEY holds the key that is sent` : said);
}
