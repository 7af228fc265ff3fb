import { readJson, withoutReasoning } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { UNKNOWN_USAGE, type ModelPart, type Prompt } from '../provider';
import { brokenStream } from '../wire/wire-rule';

const Tokens = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]));

/**
 * The answer of a program or of an operator's own server: an object where a schema was given, a call where tools were,
 * or a text.
 */
const PlainAnswer = Type.Object({
  text: Type.Optional(Type.String()),
  object: Type.Optional(Type.Object({})),
  call: Type.Optional(Type.Object({ tool: Type.String(), args: Type.Object({}) })),
  finish: Type.Optional(Type.Union([Type.Literal('stop'), Type.Literal('length'), Type.Literal('refused')])),
  usage: Type.Optional(Type.Object({ inputTokens: Tokens, outputTokens: Tokens, cachedTokens: Tokens })),
});
export type PlainAnswer = Static<typeof PlainAnswer>;

const SHAPE = Compile(PlainAnswer);

/** The one line of JSON that it is asked with. */
export const plainQuestion = (
  { purpose, instructions, data, from, schema, notes, tools }: Prompt,
  model: string,
): string =>
  JSON.stringify({
    model,
    purpose,
    instructions,
    data,
    from,
    schema,
    ...(notes.length > 0 && { notes }),
    ...(tools.length > 0 && { tools }),
  });

/** Throws a retryable `broken_stream` when the line is no such answer. */
export function* partsOfPlain(line: string): Generator<ModelPart> {
  const { text, object, call, finish = 'stop', usage } = readAnswer(line);
  if (object !== undefined) yield { type: 'object', object };
  if (text !== undefined) yield { type: 'text', text: withoutReasoning(text) };
  if (call !== undefined)
    yield { type: 'tool_call', call: { id: 'call', name: call.tool, arguments: JSON.stringify(call.args) } };
  yield { type: 'end', finish, usage: { ...UNKNOWN_USAGE, ...usage } };
}

function readAnswer(line: string): PlainAnswer {
  try {
    const value = readJson(line);
    if (SHAPE.Check(value)) return value;
  } catch {
    // reported below: the answer is not quoted
  }
  throw brokenStream('it is no JSON of the shape {text | object | call, finish?, usage?}');
}
