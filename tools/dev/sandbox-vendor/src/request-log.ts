/** One request as it arrived, the sandbox's own routes left out. */
export interface LoggedRequest {
  readonly sequence: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly ifMatch: string | null;
  readonly traceparent: string | null;
  /** null while it is open, and for one that was cut off */
  status: number | null;
}

const MAXIMUM_KEPT = 10_000;

/** The latest requests, so that a test can show that none was made. */
export class RequestLog {
  private readonly kept: LoggedRequest[] = [];
  private seen = 0;

  open(request: Omit<LoggedRequest, 'sequence' | 'at' | 'status'>): LoggedRequest {
    this.seen += 1;
    const logged = { sequence: this.seen, at: new Date().toISOString(), ...request, status: null };
    this.kept.push(logged);
    if (this.kept.length > MAXIMUM_KEPT) this.kept.shift();
    return logged;
  }

  /** `seen` counts every request since the start or the last clear; `requests` holds the latest of them. */
  view(): { seen: number; requests: readonly LoggedRequest[] } {
    return { seen: this.seen, requests: this.kept };
  }

  clear(): void {
    this.kept.length = 0;
    this.seen = 0;
  }
}
