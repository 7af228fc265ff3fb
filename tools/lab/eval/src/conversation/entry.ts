import { Type, type Static } from 'typebox';

const Texts = Type.Array(Type.String({ minLength: 1 }));

/** The possible acts of a reply; a reply may have several. */
export const ACTS = [
  'does',
  'proposes',
  'asks',
  'answers',
  'declines',
  'acknowledges',
  'hands_over',
  'says_unknown',
] as const;
export type Act = (typeof ACTS)[number];

/** The words of a deed: its name, then its order, then its amount, as far as they matter (`refund 1003`, `handoff`). */
const DEED = '^[a-z_]+( [^ ?]+){0,2}';
const Deed = Type.String({ pattern: `${DEED}$` });
/** With a question mark: only when the reply before it has just offered something. */
const PerhapsDeed = Type.String({ pattern: `${DEED}\\??$` });

const closed = { additionalProperties: false } as const;
const expectation = {
  must: Type.Optional(Type.Array(Deed)),
  may: Type.Optional(Type.Array(PerhapsDeed)),
  acts: Type.Optional(Type.Array(Type.Unsafe<Act>({ type: 'string', enum: [...ACTS] }), { minItems: 1 })),
  says: Type.Optional(Texts),
  never_says: Type.Optional(Texts),
};

/** The defaults for a message. */
export const ExpectationShape = Type.Object(expectation, closed);
export const MessageShape = Type.Object(
  { say: Type.String({ minLength: 1 }), presses: Type.Optional(Type.Boolean()), ...expectation },
  closed,
);

/** One file of the corpus: entries of one kind in one language, by their ids. */
export const GroupShape = Type.Object(
  {
    kind: Type.String({ pattern: '^[a-z_]+$' }),
    language: Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' }),
    customer: Type.Optional(Type.String({ pattern: '^C-\\d{4}$' })),
    expect: Type.Optional(ExpectationShape),
    entries: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
  },
  closed,
);
export type GroupShape = Static<typeof GroupShape>;

export interface Expectation {
  /** deeds that happen, each once */
  readonly must: readonly string[];
  /** deeds that may happen, each once; with `?` only upon an offer; whatever else happens was not asked for */
  readonly may: readonly string[];
  /** the reply does one of these; any when there are none */
  readonly acts: readonly Act[];
  /** all of these must occur in the reply */
  readonly says: readonly RegExp[];
  /** none of these texts does */
  readonly neverSays: readonly RegExp[];
}

export interface Message extends Expectation {
  readonly say: string;
  /** `true` presses the button for yes, `false` the one for no; `say` is then only its label */
  readonly presses: boolean | null;
}

/** One person's conversation with the system, from its first message on. */
export interface Entry {
  readonly id: string;
  readonly kind: string;
  /** the person's language by the channel */
  readonly language: string;
  readonly customer: string;
  readonly messages: readonly Message[];
}
