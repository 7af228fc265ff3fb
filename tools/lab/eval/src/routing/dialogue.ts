import { ROUTING_CATEGORIES } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';

const OneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });
const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()]);

/** The assistant's question before a turn; `boolean` is a slot that is true or false. */
export const Pending = Type.Object({
  act: Type.String(),
  service: Type.String(),
  key: Type.String(),
  expectedType: OneOf([
    'freeform',
    'location',
    'choice',
    'boolean',
    'yes_no',
    'choice_or_yes_no',
    'date_time',
    'number',
    'identifier',
  ]),
  choices: Type.Optional(Nullable(Type.Array(Type.String()))),
});
export type Pending = Static<typeof Pending>;

/** A person's act, as its source records it: service, act, slot, values as written, values in normal form. */
const Act = Type.Tuple([
  Type.String(),
  Type.String(),
  Type.String(),
  Type.Array(Type.String()),
  Type.Array(Type.String()),
]);

export const UserTurn = Type.Object({
  speaker: Type.Literal('USER'),
  text: Type.String(),
  acts: Type.Array(Act),
  pending_before: Type.Array(Pending),
  expected_categories: Nullable(Type.Array(OneOf(ROUTING_CATEGORIES), { minItems: 1 })),
  same_thread_expected: Type.Optional(Nullable(Type.Boolean())),
});
export type UserTurn = Static<typeof UserTurn>;

const SystemTurn = Type.Object({ speaker: Type.Literal('SYSTEM'), text: Type.String() });

/** One dialogue with a person; the runs of the system would do the assistant's work. */
export const Dialogue = Type.Object({
  dialogue_id: Type.String(),
  turns: Type.Array(Type.Union([UserTurn, SystemTurn]), { minItems: 1 }),
});
export type Dialogue = Static<typeof Dialogue>;
