import type { Tagged } from '@arbiter/contracts';
import type { ModelPart, Origin, Prompt } from '../provider';
import type { TextReader } from '../text-reader';

/** How a field gives way when there is no room: fields of a lower rank first. */
export interface Shortening {
  readonly rank: number;
  /** which end of a list or a text stays */
  readonly keep: 'first' | 'last';
  /** entries or characters that always stay */
  readonly least: number;
}

/** One field of a context. */
export interface Field {
  readonly from: Origin;
  readonly value: unknown;
  /** what of it a schema says is personal */
  readonly tagged?: readonly Tagged[] | undefined;
  /** absent: it is never shortened */
  readonly shortening?: Shortening;
}

/** What a purpose wants a model to have in front of it; a prompt is made of it by `assembled` and in no other way. */
export interface Draft {
  readonly purpose: string;
  /** CX-06: the same for every ask of the purpose, whoever asks */
  readonly instructions: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly schema: Prompt['schema'];
  /** how it is answered without a language model; null: it cannot be */
  readonly embedded: ((reader: TextReader, signal: AbortSignal) => AsyncIterable<ModelPart>) | null;
}
