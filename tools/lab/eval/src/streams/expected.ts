import { readJson } from '@arbiter/contracts';
import type { Completion, FamilyName, FinishReason } from '@arbiter/models';
import { Type, type Static } from 'typebox';

/** The folder a recorded stream lies in, and the wire format it is in. */
export const FAMILY_OF_FOLDER: Readonly<Record<string, FamilyName>> = {
  'openai-chat': 'openai_chat',
  'openai-responses': 'openai',
  'openai-compatible': 'openai_compatible',
  'anthropic-messages': 'anthropic',
};

const Item = Type.Record(Type.String(), Type.Unknown());
const Nullable = Type.Union([Type.String(), Type.Null()]);
const Counted = Type.Union([Type.Null(), Type.Record(Type.String(), Type.Number())]);

/** The official SDKs' reading of a stream. */
export const Expected = Type.Object({
  ok: Type.Boolean(),
  message: Type.Optional(Type.String({ description: 'why an SDK takes it for none' })),
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        finish_reason: Type.String(),
        content: Nullable,
        refusal: Nullable,
        tool_calls: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), arguments: Type.String() })),
      }),
    ),
  ),
  status: Type.Optional(Type.String()),
  output: Type.Optional(Type.Array(Item)),
  stop_reason: Type.Optional(Type.String()),
  content: Type.Optional(Type.Array(Item)),
  usage: Type.Optional(Counted),
});
export type Expected = Static<typeof Expected>;
export const ExpectedFile = Type.Record(Type.String(), Expected);

/** An SDK may refuse what is none of the answer: a call that has no type is a function's, and items may be left out. */
export const isRefusedByFormOnly = ({ message = '' }: Expected): boolean =>
  /missing `type`|missing output at index/.test(message);

interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly arguments: unknown;
}

/** The same in our own words; text null: the recorder could not read it (content in parts became "[object Object]"). */
interface Whole {
  readonly text: string | null;
  readonly toolCalls: readonly Call[];
  readonly finish: FinishReason;
  readonly usage: { readonly input: number | null; readonly output: number | null };
}

/** The differences between the completion and the expected one; empty when there are none. */
export function differences(expected: Expected, { text, toolCalls, finish, usage }: Completion): readonly string[] {
  const whole = wholeOf(expected);
  const called = toolCalls.map(({ id, name, arguments: given }, index) => ({
    id,
    name,
    arguments: whole.toolCalls[index]?.arguments === UNCOMPARED ? UNCOMPARED : jsonOf(given),
  }));
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['text', whole.text ?? text, text],
    ['toolCalls', whole.toolCalls, called],
    ['finish', whole.finish, finish],
    ['usage', whole.usage, { input: usage.inputTokens, output: usage.outputTokens }],
  ];
  return pairs
    .filter(([, wanted, got]) => JSON.stringify(wanted) !== JSON.stringify(got))
    .map(([name, wanted, got]) => `${name}: expected ${shown(wanted)}, got ${shown(got)}`);
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 200);

function wholeOf({ choices, output = [], content, stop_reason: stopReason, usage }: Expected): Whole {
  const counted = countedOf(usage ?? {});
  const [choice] = choices ?? [];
  if (choice) return { ...chatOf(choice), usage: counted };
  if (content) return { ...messageOf(content, stopReason ?? ''), usage: counted };
  return { ...responseOf(output), usage: counted };
}

const countedOf = (usage: Readonly<Record<string, number>>): Whole['usage'] => ({
  input: usage['prompt_tokens'] ?? allInput(usage),
  output: usage['completion_tokens'] ?? usage['output_tokens'] ?? null,
});

/** Anthropic's SDK counts what was cached, and what was written to the cache, beside the input; OpenAI's within it. */
const allInput = (usage: Readonly<Record<string, number>>): number | null =>
  usage['input_tokens'] === undefined
    ? null
    : usage['input_tokens'] + (usage['cache_creation_input_tokens'] ?? 0) + (usage['cache_read_input_tokens'] ?? 0);

const messageOf = (content: readonly Static<typeof Item>[], stopReason: string): Omit<Whole, 'usage'> => ({
  text: textsIn(content, 'text'),
  toolCalls: content
    .filter(({ type }) => type === 'tool_use')
    .map((item) => ({ id: item['id'], name: item['name'], arguments: item['input'] })),
  finish: STOP_REASONS[stopReason] ?? 'other',
});

function responseOf(items: readonly Static<typeof Item>[]): Omit<Whole, 'usage'> {
  const toolCalls = items.filter(isOurs).map(({ type, call_id: id, name, arguments: given, input }) => {
    if (type === 'function_call') return { id, name, arguments: jsonOf(given) };
    if (type === 'custom_tool_call') return { id, name, arguments: jsonOf(input) };
    return { id, name: String(type).replace(/_call$/, ''), arguments: UNCOMPARED };
  });
  return { text: textsIn(items, 'message'), toolCalls, finish: toolCalls.length > 0 ? 'tool_calls' : 'stop' };
}

/** A call that the platform would have to carry out. */
const isOurs = ({ type, call_id: id }: Static<typeof Item>): boolean =>
  id !== undefined && String(type).endsWith('_call');
/** Of the vendor's own tools each SDK writes the arguments in its own way. */
const UNCOMPARED = '(any)';

const STOP_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
};

/** One answer was asked for, so the first choice is it; a refusal is no text. */
function chatOf({
  content,
  refusal,
  finish_reason: finish,
  tool_calls: calls,
}: NonNullable<Expected['choices']>[number]): Omit<Whole, 'usage'> {
  return {
    text: content?.includes('[object Object]') ? null : (content ?? ''),
    toolCalls: calls.map((call) => ({ id: call.id, name: call.name, arguments: jsonOf(call.arguments) })),
    finish: refusal === null ? (finish as FinishReason) : 'refused',
  };
}

const textsIn = (items: readonly Static<typeof Item>[], type: string): string =>
  items
    .filter((item) => item.type === type)
    .map((item) => String(item['text'] ?? ''))
    .join('');

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? readJson(text) : text;
  } catch {
    return text;
  }
}
