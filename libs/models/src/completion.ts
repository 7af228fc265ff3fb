import { retryable, terminal } from '@arbiter/contracts';
import { UNKNOWN_USAGE, type FinishReason, type ModelPart, type ToolCall, type Usage } from './provider';

/** A model's whole answer. */
export interface Completion {
  readonly text: string;
  /** undefined when there is none */
  readonly object: unknown;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: FinishReason;
  readonly usage: Usage;
}

const MAXIMUM_CHARACTERS = 16_000;

/**
 * Gathers the parts of an answer; `heard` is called with each piece of text. Throws `reply_too_long` above 16,000
 * characters, those of its calls included, and a retryable `broken_stream` when the parts stop without an `end`. The
 * text has no character that an event cannot hold.
 */
export async function completionOf(
  parts: AsyncIterable<ModelPart>,
  heard: (text: string) => void = () => undefined,
): Promise<Completion> {
  let text = '';
  let characters = 0;
  const count = (written: string): void => {
    characters += written.length;
    if (characters > MAXIMUM_CHARACTERS)
      throw terminal('reply_too_long', `an answer has at most ${MAXIMUM_CHARACTERS} characters`);
  };
  let object: unknown;
  let end: Extract<ModelPart, { type: 'end' }> | null = null;
  const toolCalls: ToolCall[] = [];
  for await (const part of parts) {
    if (part.type === 'end') end = part;
    else if (part.type === 'object') object = part.object;
    else if (part.type === 'tool_call') {
      count(part.call.name + part.call.arguments);
      toolCalls.push(part.call);
    } else {
      count(part.text);
      text += part.text;
      heard(part.text);
    }
  }
  if (end === null) throw retryable('broken_stream', 'the answer broke off before its end; ask another provider');
  return { text: storable(text), object, toolCalls, finish: end.finish, usage: end.usage ?? UNKNOWN_USAGE };
}

/** Neither half a character nor NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
