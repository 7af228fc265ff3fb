import { randomUUID } from 'node:crypto';
import type { SessionPage, UiEvent } from '@arbiter/contracts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

const PATIENCE_MILLISECONDS = 120_000;

/** The result of one run, as a person reads it. */
export interface Turn {
  /** empty when it was not taken */
  readonly requestId: string;
  readonly header: string;
  readonly text: string;
  /** ended, or waiting for the person's yes or no */
  readonly status: string;
}

/** It was not taken, or the answer broke off: the same message may be sent again under its id. */
export class Unavailable extends Error {}

export interface ChatOptions {
  /** asked for by a service that has API keys configured */
  readonly apiKey?: string | undefined;
  /** the language that is named; without one the texts tell */
  readonly locale?: string;
  /** the channel that is named; without one the API's own */
  readonly channel?: string;
  /** the tier of models that is wished for; none when left out */
  readonly tier?: string;
  /** by the route on which an agent serves what no template does (TP-15) */
  readonly twoStage?: boolean;
}

/** The callbacks for a chat's events. */
export interface ChatFollower {
  onPage(page: SessionPage): void;
  onEvent(event: UiEvent): void;
}

/** One chat session over HTTP and SSE: a thin client that sends and shows (PR-04). */
export class ChatClient {
  constructor(
    private readonly url: string,
    readonly sessionId: string,
    private readonly userId: string,
    private readonly options: ChatOptions = {},
  ) {}

  /**
   * Sends one message and reads its stream until the run ends or waits for the person. Throws `Unavailable`, or the
   * error of a final refusal.
   */
  async say(
    text: string,
    onEvent: (event: UiEvent) => void = () => undefined,
    messageId: string = randomUUID(),
  ): Promise<Turn> {
    const abort = new AbortController();
    const turn = { requestId: '', header: '', text: '', status: 'unfinished' };
    try {
      const body = await this.send(
        text,
        messageId,
        AbortSignal.any([abort.signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
      );
      for await (const { data } of messagesOf(body)) {
        const event = JSON.parse(data) as UiEvent;
        onEvent(event);
        if (takeIn(turn, event)) return turn;
      }
    } catch (error) {
      throw isBrokenConnection(error) ? new Unavailable('the service cannot be reached', { cause: error }) : error;
    } finally {
      abort.abort();
    }
    throw new Unavailable('the answer broke off');
  }

  /** Every run of the chat: the present state, then each line after it, until the connection ends or `signal`. */
  async follow(follower: ChatFollower, signal: AbortSignal): Promise<void> {
    const path = `/api/sessions/${encodeURIComponent(this.sessionId)}/events?userId=${encodeURIComponent(this.userId)}`;
    const response = await fetch(`${this.url}${path}`, {
      headers: { accept: 'text/event-stream', ...this.authorization },
      signal,
    });
    if (!response.ok || !response.body) throw new Error(await describeProblem(response));
    for await (const { event, data } of messagesOf(response.body)) {
      if (event === 'session') follower.onPage(JSON.parse(data) as SessionPage);
      else follower.onEvent(JSON.parse(data) as UiEvent);
    }
  }

  private get authorization(): Record<string, string> {
    const { apiKey } = this.options;
    return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  }

  private async send(text: string, messageId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { locale, channel, tier, twoStage } = this.options;
    const response = await fetch(`${this.url}/api/chat/${twoStage ? 'messages_two_stage' : 'messages'}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...this.authorization,
      },
      body: JSON.stringify({
        sessionId: this.sessionId,
        userId: this.userId,
        messageId,
        text,
        ...(channel ? { channel } : {}),
        ...(locale ? { channelMetadata: { locale } } : {}),
        ...(tier ? { tier } : {}),
      }),
      signal,
    });
    if (response.ok && response.body) return response.body;
    const problem = await describeProblem(response);
    throw response.status >= 500 || response.status === 429 ? new Unavailable(problem) : new Error(problem);
  }
}

/** How `fetch` and its stream say that there is no connection, or none any more. */
const isBrokenConnection = (error: unknown): boolean => error instanceof TypeError;

/** Adds an event to the turn; true when nothing more is to be awaited. */
function takeIn(turn: { requestId: string; header: string; text: string; status: string }, event: UiEvent): boolean {
  turn.requestId = event.requestId;
  const payload = event.payload as { kind?: string; text?: string; status?: string };
  if (event.type === 'rag.results' && payload.kind === 'execution_header' && payload.text) turn.header = payload.text;
  if (event.type === 'rag.message' && payload.kind !== 'pre' && payload.text) turn.text = payload.text;
  if (event.type === 'rag.message' && payload.kind === 'proposal') turn.status = 'waiting_for_approval';
  if (event.type === 'rag.done') turn.status = payload.status ?? 'ok';
  return turn.status !== 'unfinished';
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* messages.splice(0);
  }
}

async function describeProblem(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { title?: string; detail?: string };
  return problem.detail ?? problem.title ?? `the service answered ${response.status}`;
}
