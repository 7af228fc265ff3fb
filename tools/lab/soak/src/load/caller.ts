import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunView } from '@arbiter/contracts';
import type { Accepted } from './accepted';

const REQUEST_MILLISECONDS = 10_000;
const PATIENCE_MILLISECONDS = 240_000;
const PAUSE_MILLISECONDS = 400;
const STANDING = ['ok', 'error', 'cancelled', 'waiting_for_approval'];

/**
 * A caller over HTTP that sends a refused request again, under the same id: a request that it notes as accepted was
 * answered with 202.
 */
export class Caller {
  readonly accepted: Accepted[] = [];
  /** answers that something is away, and requests without an answer */
  refusals = 0;

  constructor(private readonly url: string) {}

  async say(sessionId: string, userId: string, text: string, orderNumber: string | null = null): Promise<string> {
    const body = { sessionId, userId, messageId: randomUUID(), text };
    return this.note(await this.post('/api/chat/messages', body), 'message', orderNumber);
  }

  async submit(template: string, args: unknown, userId: string, orderNumber: string | null = null): Promise<string> {
    const key = randomUUID();
    const body = { template, args, sessionId: `run-${key}`, userId };
    return this.note(await this.post('/api/runs', body, key), 'run', orderNumber);
  }

  /** Asks for the run to be stopped; the run's end shows whether it still could be. */
  async cancel(requestId: string): Promise<void> {
    await this.post(`/api/runs/${requestId}/cancel`, {}, randomUUID());
  }

  /** Waits until the run has ended or waits for the person. Throws when it does neither. */
  async outcome(requestId: string): Promise<RunView['status']> {
    for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(PAUSE_MILLISECONDS)) {
      const run = await this.request<RunView>(`/api/runs/${requestId}`, { method: 'GET' }, [404]);
      if (run && STANDING.includes(run.status)) return run.status;
    }
    throw new Error(`run ${requestId} stood nowhere after ${PATIENCE_MILLISECONDS / 1_000} s`);
  }

  private note(
    { requestId }: { readonly requestId: string },
    what: Accepted['what'],
    orderNumber: string | null,
  ): string {
    this.accepted.push({ requestId, what, orderNumber });
    return requestId;
  }

  private async post(path: string, body: unknown, key?: string): Promise<{ requestId: string }> {
    const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
    // A run that ingress has just accepted is known to it a moment later.
    const notYet = path.endsWith('/cancel') ? [404] : [];
    for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(PAUSE_MILLISECONDS)) {
      const answer = await this.request<{ requestId: string }>(
        path,
        { method: 'POST', headers, body: JSON.stringify(body) },
        notYet,
      );
      if (answer) return answer;
    }
    throw new Error(`POST ${path} was not taken in ${PATIENCE_MILLISECONDS / 1_000} s`);
  }

  /** Null when the request is to be repeated. Throws when it is refused for good. */
  private async request<T>(path: string, init: RequestInit, notYet: readonly number[]): Promise<T | null> {
    const answer = await this.answerTo(path, init);
    if (!answer || answer.status >= 500) this.refusals += 1;
    if (!answer || answer.status >= 500 || answer.status === 429 || notYet.includes(answer.status)) return null;
    if (answer.status >= 400) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text) as T;
  }

  private async answerTo(path: string, init: RequestInit): Promise<{ status: number; text: string } | null> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        ...init,
        signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }
}
