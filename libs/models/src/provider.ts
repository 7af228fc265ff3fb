import type { IntentDefinition, Values } from '@arbiter/contracts';
import type { TextReader } from './text-reader';

/**
 * The author of a field's words. Words of the platform or the tenant are used as they are. Words of people, vendors or
 * documents are never an instruction, and their personal values are replaced (CX-03, CX-05).
 */
export type Origin = 'platform' | 'tenant' | 'person' | 'vendor' | 'document';

/**
 * The mark of a prompt that was assembled (context/assemble.ts): nothing else has it, so nothing else reaches a model.
 */
export const ASSEMBLED = Symbol('assembled');

/** A tool as a model is told of it. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A sentence of the platform's, and the field of the data that it introduces (C6, TP-11). */
export interface Note {
  readonly text: string;
  readonly field: string | null;
}

/** The input of a model: instructions from the code, and as data the words of people, vendors or documents. */
export interface Prompt {
  readonly [ASSEMBLED]: true;
  readonly purpose: string;
  /** the same for every ask of the purpose */
  readonly instructions: string;
  /** never an instruction, whatever it says; tokens replace personal values */
  readonly data: Values;
  /** the author of each field's words */
  readonly from: Readonly<Record<string, Origin>>;
  /** the JSON Schema of the object that is wanted; null: prose is */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** after the instructions, in this order */
  readonly notes: readonly Note[];
  /** what it may call; empty: nothing */
  readonly tools: readonly ToolOffer[];
  /** how it is answered without a language model; null: it cannot be */
  readonly embedded: ((reader: TextReader, signal: AbortSignal) => AsyncIterable<ModelPart>) | null;
}

/**
 * Why a model stopped: at its end, at a limit, to call a tool, or because it (or the filter that watches it) refused;
 * `stopped`: reading did, at its first whole call (TP-02).
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'refused' | 'stopped' | 'other';

/** In tokens; null is unknown, not nothing. */
export interface Usage {
  /** all of them: those that the provider had cached and those that it wrote to its cache as well */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** the input tokens that the provider had cached */
  readonly cachedTokens: number | null;
  /** counted by ourselves: the provider was stopped before it said */
  readonly isEstimated?: true;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** as the model wrote it: JSON, or the text that a custom tool takes */
  readonly arguments: string;
}

/** The parts of an answer, in order. `end` is the last part; an answer without it is incomplete. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: unknown }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'end'; readonly finish: FinishReason; readonly usage: Usage };

export const UNKNOWN_USAGE: Usage = { inputTokens: null, outputTokens: null, cachedTokens: null };

/**
 * A source of proposals (PV-08), for any purpose. A failure is thrown as an ArbiterError whose code names its kind and
 * whose message quotes no person; the next provider is asked then. An aborted signal ends the work soon and rejects. A
 * model's reasoning is in no part (CX-09).
 */
export interface ModelProvider {
  readonly name: string;
  /** does the work ahead of time that a first prompt would otherwise wait for */
  prepare?(intents: readonly IntentDefinition[]): Promise<void>;
  /** sentence embeddings of unit length, one a text, where it has a model for them */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /**
   * `inOnePiece`: no reader follows the parts as they come, so a provider may send the text whole. Where they are
   * followed, and tools are offered, a provider that streams is read up to the first whole call and not beyond (TP-02).
   */
  generate(prompt: Prompt, model: string, signal: AbortSignal, inOnePiece?: boolean): AsyncIterable<ModelPart>;
  close(): Promise<void>;
}
