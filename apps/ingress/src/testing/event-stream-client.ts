import type { UiEvent } from '@arbiter/contracts';
import { createParser } from 'eventsource-parser';

/** A client of one event stream, as far as it has read. */
export class EventStreamClient implements AsyncDisposable {
  readonly events: UiEvent[] = [];
  readonly comments: string[] = [];
  readonly ids: (string | undefined)[] = [];

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  static async open(url: string, options: RequestInit = {}): Promise<EventStreamClient> {
    const abort = new AbortController();
    return new EventStreamClient(await fetch(url, { ...options, signal: abort.signal }), abort);
  }

  /** Reads until there are `count` events, or to the end of the stream. */
  async read(count = Number.POSITIVE_INFINITY): Promise<readonly UiEvent[]> {
    const parser = createParser({
      onEvent: ({ data, id, event }) => {
        const parsed = JSON.parse(data) as UiEvent;
        expect(event).toBe(parsed.type);
        this.events.push(parsed);
        this.ids.push(id);
      },
      onComment: (comment) => this.comments.push(comment),
    });
    const decoder = new TextDecoder();
    const reader = this.response.body!.getReader();
    while (this.events.length < count) {
      const { value, done } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
    }
    reader.releaseLock();
    return this.events;
  }

  get seqs(): readonly number[] {
    return this.events.map(({ seq }) => seq);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort.abort();
  }
}
