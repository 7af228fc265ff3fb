import { terminal } from '@arbiter/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { brokenStream, type JsonObject, type WireRule } from './wire-rule';

const MAXIMUM_BYTES = 8_000_000;
const DONE = '[DONE]';

/**
 * A fetch whose event streams are read by a rule before the SDK sees them: whatever ends, ends whole or with an error. Answers
 * of another kind than an event stream pass unseen; a stream without end is cut off at 8 MB.
 */
export function guardedFetch(ruleOf: () => WireRule): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !isStream || response.body === null) return response;
    const body = response.body
      .pipeThrough(bounded())
      .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(
        new EventSourceParserStream() as unknown as ReadableWritablePair<{ event?: string; data: string }, string>,
      )
      .pipeThrough(watched(ruleOf()))
      .pipeThrough(new TextEncoderStream() as unknown as ReadableWritablePair<Uint8Array, string>);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAXIMUM_BYTES)
        throw terminal('reply_too_long', `a provider's stream has at most ${MAXIMUM_BYTES} bytes`);
      controller.enqueue(chunk);
    },
  });
}

function watched(rule: WireRule): TransformStream<{ event?: string; data: string }, string> {
  return new TransformStream({
    transform({ event, data }, controller) {
      const seen = data === DONE ? DONE : writtenOf(rule.see(parsed(data)));
      if (seen !== null) controller.enqueue(`${event === undefined ? '' : `event: ${event}\n`}data: ${seen}\n\n`);
    },
    flush: () => rule.end(),
  });
}

const writtenOf = (event: JsonObject | null): string | null => (event === null ? null : JSON.stringify(event));

function parsed(data: string): JsonObject {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value as JsonObject;
  } catch {
    // said below: what the data holds is not quoted
  }
  throw brokenStream('an event is no JSON object');
}
