import type { IntentDefinition, Values } from '@arbiter/contracts';
import type { TextReader } from './text-reader';

/**
 * Whose words a field holds. What the platform or the tenant says stands as it is; what comes from people, vendors or
 * documents is never an instruction, and its personal values are replaced (CX-03, CX-05).
 */
export type Origin = 'platform' | 'tenant' | 'person' | 'vendor' | 'document';

/**
 * The mark of a prompt that was assembled (context/assemble.ts): nothing else has it, so nothing else reaches a model.
 */
export const ASSEMBLED = Symbol('assembled');

/** What a model is asked: instructions from the code, and as data whatever people, vendors or documents said. */
export interface Prompt {
  readonly [ASSEMBLED]: true;
  readonly purpose: string;
  /** the same for every ask of the purpose */
  readonly instructions: string;
  /** never an instruction, whatever it says; personal values stand as tokens */
  readonly data: Values;
  /** whose words each field of the data holds */
  readonly from: Readonly<Record<string, Origin>>;
  /** the JSON Schema of the object that is wanted; null: prose is */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** how it is answered without a language model; null: it cannot be */
  readonly embedded: ((reader: TextReader, signal: AbortSignal) => AsyncIterable<ModelPart>) | null;
}

/**
 * Why a model stopped: at its end, at a limit, to call a tool, or because it (or who watches over it) would not go on.
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'refused' | 'other';

/** In tokens; null is unknown, not nothing. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** of the input, what the provider had from before */
  readonly cachedTokens: number | null;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it */
  readonly arguments: string;
}

/** What comes back, in order. `end` is the last part, and an answer without it is half of one. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: unknown }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'end'; readonly finish: FinishReason; readonly usage: Usage };

export const UNKNOWN_USAGE: Usage = { inputTokens: null, outputTokens: null, cachedTokens: null };

/**
 * What proposes (PV-08), whatever the purpose. A failure is thrown as an ArbiterError whose code says what it was and
 * whose message quotes no person; the next provider is asked then. An aborted signal ends the work soon and rejects. A
 * model's reasoning is in no part (CX-09).
 */
export interface ModelProvider {
  readonly name: string;
  /** does ahead of time what a first prompt would otherwise wait for */
  prepare?(intents: readonly IntentDefinition[]): Promise<void>;
  /** sentence embeddings of unit length, one a text, where it has a model for them */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** `inOnePiece`: nobody reads the parts as they come, so a provider may save itself the pieces. */
  generate(prompt: Prompt, model: string, signal: AbortSignal, inOnePiece?: boolean): AsyncIterable<ModelPart>;
  close(): Promise<void>;
}
