import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { WithoutReasoning } from '@arbiter/contracts';
import { estimatedUsage } from '../context/estimate';
import { brokenStream } from '../wire/wire-rule';
import type { FinishReason, ModelPart, ModelProvider, Note, Prompt, ToolOffer, Usage } from '../provider';
import { FirstCall, type WrittenCall } from './first-call';
import { providerFailure } from './provider-failure';

type Finish = Pick<LanguageModelV4GenerateResult, 'finishReason' | 'usage'>;

export interface LanguageModels {
  /** the model of that name */
  open(model: string): Promise<LanguageModelV4>;
  readonly providerOptions?: LanguageModelV4CallOptions['providerOptions'];
  readonly maximumOutputTokens: number;
}

/**
 * Any language model that the AI SDK can call. Its models are called directly, so nothing tries again, calls a tool or
 * takes a second step behind our back. An answer in one piece takes half the work of a stream.
 */
export class LanguageModelProvider implements ModelProvider {
  constructor(
    readonly name: string,
    private readonly models: LanguageModels,
  ) {}

  /** Loads the SDK. */
  async prepare(): Promise<void> {
    await this.models.open('none');
  }

  async *generate(prompt: Prompt, model: string, signal: AbortSignal, inOnePiece = false): AsyncGenerator<ModelPart> {
    signal.throwIfAborted();
    const upstream = new AbortController();
    try {
      const opened = await this.models.open(model);
      const call = this.callOf(prompt, AbortSignal.any([signal, upstream.signal]));
      if (inOnePiece) yield* partsOfWhole(await opened.doGenerate(call));
      else yield* partsOf((await opened.doStream(call)).stream, prompt, upstream);
    } catch (error) {
      throw providerFailure(error, signal);
    } finally {
      upstream.abort();
    }
  }

  async close(): Promise<void> {}

  /**
   * CX-05, C6: the data is one JSON object, with the author of each field's words: no text in it can end it. What a
   * note introduces comes with the note.
   */
  private callOf(
    { instructions, data, from, schema, purpose, notes, tools }: Prompt,
    abortSignal: AbortSignal,
  ): LanguageModelV4CallOptions {
    const { providerOptions, maximumOutputTokens: maxOutputTokens } = this.models;
    const introduced = new Set(notes.map(({ field }) => field));
    const rest = <T>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !introduced.has(name)));
    return {
      prompt: [
        { role: 'system', content: instructions },
        ...notes.map((note) => ({ role: 'system' as const, content: noteOf(note, data, from) })),
        { role: 'user', content: [{ type: 'text', text: JSON.stringify({ data: rest(data), from: rest(from) }) }] },
      ],
      ...(tools.length > 0 && { tools: tools.map(offered), toolChoice: { type: 'auto' as const } }),
      responseFormat: schema === null ? { type: 'text' } : { type: 'json', name: purpose, schema },
      maxOutputTokens,
      abortSignal,
      ...(providerOptions ? { providerOptions } : {}),
    };
  }
}

/**
 * Text, the calls of our own tools and the end. Reasoning and whatever the provider did by itself are no part of an
 * answer. Where tools are offered nothing is read beyond the first whole call (TP-02): the connection is closed, which
 * is not waited for, as a server may send nothing any more.
 */
async function* partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  prompt: Prompt,
  upstream: AbortController,
): AsyncGenerator<ModelPart> {
  const spoken = new WithoutReasoning();
  const first = prompt.tools.length > 0 ? new FirstCall() : null;
  let calls = 0;
  for await (const part of stream.values({ preventCancel: true })) {
    if (part.type === 'error') throw part.error;
    const whole = first?.see(part) ?? null;
    if (first !== null && whole !== null) {
      upstream.abort();
      yield* textOf(spoken.end());
      yield calledBy(whole);
      yield { type: 'end', finish: 'stopped', usage: estimatedUsage(prompt, first.written) };
      return;
    }
    if (part.type === 'text-delta') yield* textOf(spoken.add(part.delta));
    if (part.type === 'tool-call' && part.providerExecuted !== true) {
      calls += 1;
      yield calledBy(part);
    }
    if (part.type === 'finish') {
      yield* textOf(spoken.end());
      yield endOf(part, calls);
    }
  }
}

/** The same of an answer in one piece. */
function* partsOfWhole(answer: LanguageModelV4GenerateResult): Generator<ModelPart> {
  const spoken = new WithoutReasoning();
  for (const part of answer.content) if (part.type === 'text') yield* textOf(spoken.add(part.text));
  const calls = answer.content.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  for (const call of calls) yield calledBy(call as LanguageModelV4ToolCall);
  yield* textOf(spoken.end());
  yield endOf(answer, calls.length);
}

const calledBy = ({ toolCallId: id, toolName: name, input }: WrittenCall): ModelPart => ({
  type: 'tool_call',
  call: { id, name, arguments: input },
});

const noteOf = ({ text, field }: Note, data: Prompt['data'], from: Prompt['from']): string =>
  field === null ? text : `${text}\n${JSON.stringify({ data: data[field], from: from[field] })}`;

/** Vendors permit no dot in a name, and no tool of ours has a dash (`nameOf` in purposes/agent.ts). */
const offered = ({ name, description, schema }: ToolOffer): LanguageModelV4FunctionTool => ({
  type: 'function',
  name: name.replaceAll('.', '-'),
  description,
  inputSchema: schema as LanguageModelV4FunctionTool['inputSchema'],
});

function endOf(answer: Finish, calls: number): ModelPart {
  const finish = finishOf(answer);
  return { type: 'end', finish: finish === 'stop' && calls > 0 ? 'tool_calls' : finish, usage: usageOf(answer.usage) };
}

function* textOf(text: string): Generator<ModelPart> {
  if (text !== '') yield { type: 'text', text };
}

/** A provider that pauses in work of its own has not answered yet, which the SDK takes for an end. */
const PAUSED = 'pause_turn';

function finishOf({ finishReason: { unified, raw } }: Finish): FinishReason {
  if (raw === PAUSED) return 'other';
  switch (unified) {
    case 'error':
    case 'interrupted':
      throw brokenStream('it was interrupted');
    case 'content-filter':
      return 'refused';
    case 'tool-calls':
      return 'tool_calls';
    default:
      return unified;
  }
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  inputTokens: inputTokens.total ?? null,
  outputTokens: outputTokens.total ?? null,
  cachedTokens: inputTokens.cacheRead ?? null,
});
