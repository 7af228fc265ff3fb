import type { Tagged } from '@arbiter/contracts';
import type { ModelPart, Note, Origin, Prompt, ToolOffer } from '../provider';
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
  /** the parts of it that a schema marks as personal */
  readonly tagged?: readonly Tagged[] | undefined;
  /** absent: it is never shortened */
  readonly shortening?: Shortening;
}

/** All that a purpose wants to show a model. Only `assembled` makes a prompt of it. */
export interface Draft {
  readonly purpose: string;
  /** CX-06: the same for every ask of the purpose, whichever customer asks */
  readonly instructions: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly schema: Prompt['schema'];
  /** left out where there are none */
  readonly notes?: readonly Note[];
  readonly tools?: readonly ToolOffer[];
  /** how it is answered without a language model; null: it cannot be */
  readonly embedded: ((reader: TextReader, signal: AbortSignal) => AsyncIterable<ModelPart>) | null;
}
