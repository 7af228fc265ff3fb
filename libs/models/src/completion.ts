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
 * characters, and a retryable `broken_stream` when the parts stop without an `end`.
 */
export async function completionOf(
  parts: AsyncIterable<ModelPart>,
  heard: (text: string) => void = () => undefined,
): Promise<Completion> {
  let text = '';
  let object: unknown;
  let end: Extract<ModelPart, { type: 'end' }> | null = null;
  const toolCalls: ToolCall[] = [];
  for await (const part of parts) {
    if (part.type === 'end') end = part;
    else if (part.type === 'object') object = part.object;
    else if (part.type === 'tool_call') toolCalls.push(part.call);
    else {
      text += part.text;
      if (text.length > MAXIMUM_CHARACTERS)
        throw terminal('reply_too_long', `an answer has at most ${MAXIMUM_CHARACTERS} characters`);
      heard(part.text);
    }
  }
  if (end === null) throw retryable('broken_stream', 'the answer broke off before its end; ask another provider');
  return { text, object, toolCalls, finish: end.finish, usage: end.usage ?? UNKNOWN_USAGE };
}
