import { randomUUID } from 'node:crypto';
import { conversationOf, linkStreamOf, parseType, streamOf, type EventName } from '@arbiter/contracts';
import { LinkCodes } from '@arbiter/ingress/link-codes';
import { secretOf } from '@arbiter/stack';
import { eventually, type TestSystem } from '../test-system';
import type { VendorGate } from './vendor-gate';

const REQUEST_MILLISECONDS = 10_000;
/** two starts of a process after one another, on a machine with other work */
const PATIENCE_MILLISECONDS = 180_000;
const CODE_MILLISECONDS = 600_000;

export interface Order {
  readonly orderNumber: string;
  readonly customerId: string;
}

export interface PlayedFact {
  readonly name: EventName;
  readonly stream: string;
  /** the turn, run, step and action that it names */
  readonly about: string;
}

/**
 * One person with one chat, and an order of their own: their actions, and the log's facts about them. A refused request
 * is sent again.
 */
export class Play {
  private readonly begun = new Date().toISOString();
  private readonly runs: string[] = [];
  readonly userId = `u-${randomUUID()}`;

  constructor(
    private readonly arbiter: TestSystem,
    private readonly ingress: readonly string[],
    readonly gate: VendorGate,
    readonly order: Order,
    private readonly sessionId = `play-${randomUUID()}`,
  ) {}

  async say(text: string): Promise<string> {
    const {
      sessionId,
      order: { customerId: userId },
    } = this;
    return this.noted(
      await this.taken('POST', '/api/chat/messages', { sessionId, userId, messageId: randomUUID(), text }),
    );
  }

  async submit(
    template: string,
    args: unknown = { orderNumber: this.order.orderNumber },
    userId = this.order.customerId,
  ): Promise<string> {
    return this.noted(await this.taken('POST', '/api/runs', { template, args, sessionId: randomUUID(), userId }));
  }

  async cancel(requestId: string): Promise<void> {
    await this.taken('POST', `/api/runs/${requestId}/cancel`, {});
  }

  async pause(requestId: string): Promise<void> {
    await this.taken('POST', '/api/chat/messages_two_stage/pause', { requestId });
  }

  async resume(requestId: string, resumeFromPhaseIndex: number): Promise<void> {
    await this.taken('POST', '/api/chat/messages_two_stage/resume', { requestId, resumeFromPhaseIndex });
  }

  /** The account is bound to the customer, and set free again. */
  async linkAndUnlink(): Promise<void> {
    const keys = new LinkCodes([Buffer.from(secretOf(this.arbiter.system.options.dataFolder, 'master-key'), 'hex')]);
    const code = keys.make(
      { tenant: 'shop', channel: 'telegram', userId: this.userId },
      0,
      new Date(Date.now() + CODE_MILLISECONDS),
    );
    await this.taken('POST', '/api/links', { code, customerId: this.order.customerId });
    await this.until('link.confirmed');
    await this.taken('DELETE', `/api/links/telegram/${this.userId}`);
    await this.until('link.revoked');
  }

  /** Waits until the log holds so many such facts of this play. */
  async until(event: EventName, times = 1): Promise<void> {
    await eventually(
      event,
      async () => (await this.facts()).filter(({ name }) => name === event).length >= times,
      PATIENCE_MILLISECONDS,
    );
  }

  async ended(...requestIds: readonly string[]): Promise<void> {
    await eventually(
      'the runs to end',
      async () => (await this.ends(requestIds)) >= requestIds.length,
      PATIENCE_MILLISECONDS,
    );
  }

  /**
   * Every run of this play, also those that the router began by itself; except reports of actions that ended after
   * their run was given up.
   */
  async allRuns(): Promise<readonly string[]> {
    const { rows } = await this.arbiter.pool.query<{ id: string }>(
      "select (envelope::jsonb)->'data'->>'requestId' as id from event where stream_id = $1 and type like 'arbiter.run.requested.%' and envelope not like '%\"copy\":\"late_outcome\"%'",
      [this.conversation],
    );
    return [...new Set([...this.runs, ...rows.map(({ id }) => id)])];
  }

  async facts(): Promise<readonly PlayedFact[]> {
    const own = [
      this.conversation,
      streamOf('turn', 'shop', this.sessionId),
      linkStreamOf({ tenant: 'shop', channel: 'telegram', userId: this.userId }),
    ];
    const { rows } = await this.arbiter.pool.query<{ type: string; stream: string; about: string }>(
      `select type, stream_id as stream, concat_ws('/', data->>'requestId', data->>'runId', data->>'stepId', data->>'actionId') as about
       from event, lateral (select (envelope::jsonb)->'data' as data) as opened where recorded_at >= $1 and (stream_id = any($2) or envelope like any($3)) order by position`,
      [this.begun, own, (await this.allRuns()).map((run) => `%"correlationid":"${run}"%`)],
    );
    return rows.map(({ type, ...fact }) => ({ name: parseType(type)!.name as EventName, ...fact }));
  }

  private get conversation(): string {
    return conversationOf('shop', this.sessionId, this.order.customerId);
  }

  private async ends(requestIds: readonly string[]): Promise<number> {
    const { rows } = await this.arbiter.pool.query<{ ends: number }>(
      `select count(distinct run_id)::int as ends from ui_log where run_id = any($1) and body like '{"type":"rag.done"%'`,
      [requestIds],
    );
    return rows[0]!.ends;
  }

  private noted({ requestId }: { readonly requestId: string }): string {
    this.runs.push(requestId);
    return requestId;
  }

  private taken(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<{ requestId: string }> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = {
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    let attempts = 0;
    return eventually(
      `ingress to take ${method} ${path}`,
      async () => {
        const url = this.ingress[attempts++ % this.ingress.length]!;
        const response = await fetch(`${url}${path}`, {
          method,
          headers,
          ...sent,
          signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
        }).catch(() => null);
        if (!response || isNotYet(path, response.status)) return null;
        const text = await response.text();
        if (!response.ok && !isDoneBefore(method, path, response.status))
          throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
        return (text === '' ? {} : JSON.parse(text)) as { requestId: string };
      },
      PATIENCE_MILLISECONDS,
    );
  }
}

/** Something is away, or the run that is to be cancelled is not known yet. */
const isNotYet = (path: string, status: number): boolean =>
  status >= 500 || (status === 404 && path.endsWith('/cancel'));

/**
 * A link that was made, or undone, by a request that got no answer: the second one finds that there is nothing left to
 * do.
 */
const isDoneBefore = (method: string, path: string, status: number): boolean =>
  path.startsWith('/api/links') && status === (method === 'DELETE' ? 404 : 409);
