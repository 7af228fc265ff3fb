import { terminal } from '@arbiter/contracts';
import { createParser } from 'eventsource-parser';
import { brokenStream, type JsonObject, type WireRule } from './wire-rule';

const MAXIMUM_BYTES = 8_000_000;
const DONE = '[DONE]';

/**
 * A fetch whose answers are checked by a rule before the SDK sees them, streams and whole bodies alike. Every answer
 * ends whole or with an error, and one without an end is cut off at 8 MB. An answer with an error status passes
 * unchecked.
 */
export function guardedFetch(ruleOf: () => WireRule): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || response.body === null) return response;
    const { status, headers } = response;
    if (isStream) return new Response(guarded(response.body, ruleOf()), { status, headers });
    return Response.json(ruleOf().whole(parsed(await textOf(response.body))), { status });
  };
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MAXIMUM_BYTES) throw tooLong();
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/**
 * One stream, not a chain with one per task: a chain costs more than all the rest of a call. When it ends it cancels
 * its source.
 */
function guarded(body: ReadableStream<Uint8Array>, rule: WireRule): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const watch = new Watch(rule);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (let passed = ''; passed === '';) {
            const { done, value } = await reader.read();
            passed = done ? watch.end() : watch.see(value);
            if (passed !== '') controller.enqueue(encoder.encode(passed));
            if (done) return controller.close();
          }
        } catch (error) {
          reader.cancel(error).catch(() => undefined);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads the bytes of an event stream, however they are cut, and writes down the events that go on. */
class Watch {
  private bytes = 0;
  private passed = '';
  private isDone = false;
  private readonly decoder = new TextDecoder();
  private readonly parser = createParser({
    onEvent: ({ event, data }) => {
      const seen = this.isDone || data.trim() === '' ? null : this.written(event, data);
      if (seen !== null) this.passed += `${event === undefined ? '' : `event: ${event}\n`}data: ${seen}\n\n`;
    },
  });

  constructor(private readonly rule: WireRule) {}

  see(chunk: Uint8Array): string {
    this.bytes += chunk.byteLength;
    if (this.bytes > MAXIMUM_BYTES) throw tooLong();
    return this.read(this.decoder.decode(chunk, { stream: true }));
  }

  end(): string {
    const rest = this.read(this.decoder.decode());
    this.rule.end();
    return rest;
  }

  /** The data as it goes on; null: it does not. */
  private written(event: string | undefined, data: string): string | null {
    this.isDone = data === DONE;
    if (this.isDone) return DONE;
    const seen = this.rule.see(event === 'error' ? reported(data) : parsed(data));
    return seen === null ? null : JSON.stringify(seen);
  }

  private read(text: string): string {
    this.parser.feed(text);
    const { passed } = this;
    this.passed = '';
    return passed;
  }
}

const tooLong = (): Error => terminal('reply_too_long', `an answer has at most ${MAXIMUM_BYTES} bytes`);

function parsed(data: string): JsonObject {
  const value = objectOf(data);
  if (value === null) throw brokenStream('it holds what is no JSON object');
  return value;
}

/** An error event says that something failed, whatever its data are. */
const reported = (data: string): JsonObject => ({ type: 'error', ...objectOf(data) });

/** Null where the data are none; they are quoted nowhere. */
function objectOf(data: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
