import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, readJson, retryable, terminal, type RunView, type SessionPage } from '@arbiter/contracts';
import type { Vendor } from './deeds';
import type { Message } from './entry';
import type { Partner, Talk } from './play';

const REQUEST_MILLISECONDS = 30_000;
/** How long one message may take until nothing is being done any more. */
const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 40;
/** A follower begins a moment after the run it follows: the page has to stay unchanged for so many looks. */
const QUIET_LOOKS = 2;

export interface HttpSystem {
  /** where ingress is, without a slash at the end */
  readonly base: string;
  /** null where ingress asks for none */
  readonly apiKey: string | null;
}

/** A running system, spoken to as any client does. Throws a retryable error when it does not answer in time. */
export class SystemOverHttp implements Partner {
  constructor(private readonly system: HttpSystem) {}

  open({ customer, language }: Parameters<Partner['open']>[0]): Talk {
    return new TalkOverHttp(this.system, { sessionId: `eval-${randomUUID()}`, userId: customer }, language);
  }
}

class TalkOverHttp implements Talk {
  private readonly seen = new Map<string, RunView>();

  constructor(
    private readonly system: HttpSystem,
    private readonly chat: { readonly sessionId: string; readonly userId: string },
    private readonly locale: string,
  ) {}

  async say({ say, presses }: Pick<Message, 'say' | 'presses'>): Promise<readonly RunView[]> {
    const { requestId } = await this.ask<{ readonly requestId: string }>('/api/chat/messages', {
      ...this.chat,
      messageId: randomUUID(),
      channelMetadata: { locale: this.locale },
      ...this.spoken(say, presses),
    });
    const runs = await this.atRest(requestId);
    const own = runs.find((run) => run.requestId === requestId);
    const news = runs.filter(
      (run) =>
        run !== own && run.lastEventId !== this.seen.get(run.requestId)?.lastEventId && own?.reports !== run.requestId,
    );
    for (const run of runs) this.seen.set(run.requestId, run);
    return own ? [own, ...news] : news;
  }

  private spoken(text: string, presses: boolean | null): { readonly text: string; readonly answerTo?: string } {
    const asked = [...this.seen.values()].reverse().find(({ status }) => status === 'waiting_for_approval')?.proposal;
    return presses !== null && asked
      ? { text: asked.choices[presses ? 0 : 1] ?? text, answerTo: asked.answerTo }
      : { text };
  }

  /** Every run of the conversation, once the message's own has begun and none is under way. */
  private async atRest(requestId: string): Promise<readonly RunView[]> {
    const { sessionId, userId } = this.chat;
    const path = `/api/sessions/${encodeURIComponent(sessionId)}/messages?userId=${encodeURIComponent(userId)}`;
    let quiet = 0;
    for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(PAUSE_MILLISECONDS)) {
      const { runs } = await this.ask<SessionPage>(path);
      quiet = runs.some((run) => run.requestId === requestId) && !runs.some(isRunning) ? quiet + 1 : 0;
      if (quiet === QUIET_LOOKS) return runs;
    }
    throw retryable(
      'unanswered',
      `a message was not answered within ${PATIENCE_MILLISECONDS / 1_000} s; see whether the services run`,
    );
  }

  private async ask<T>(path: string, body?: object): Promise<T> {
    const { base, apiKey } = this.system;
    const response = await fetch(`${base}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
    }).catch(unreachable(base, 'name a running system with --base URL'));
    if (!response.ok) throw terminal('refused', `${base}${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** The sandbox vendor of a running system. */
export const vendorOverHttp =
  (base: string): Vendor =>
  async ({ method, path, headers = {}, body }) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
    }).catch(unreachable(base, 'name the sandbox vendor with --vendor URL'));
    const text = await response.text();
    if (!response.ok && path.startsWith('/_sandbox'))
      throw terminal(
        'no_sandbox',
        `${base} is no sandbox vendor (it answered ${response.status}); name one with --vendor URL`,
      );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? null : readJson(text, 'the answer of the sandbox vendor'),
    };
  };

const unreachable =
  (base: string, fix: string) =>
  (error: Error): never => {
    throw retryable('unreachable', `${base} does not answer (${error.message}); ${fix}`, undefined, error);
  };
