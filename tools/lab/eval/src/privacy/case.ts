import { Type, type Static } from 'typebox';

const Span = Type.Object({
  start: Type.Integer(),
  end: Type.Integer(),
  type: Type.Optional(Type.String()),
});

/** One text and where it is personal: of one kind (`entity_type`), or of the kind that each span names. */
export const PrivacyCase = Type.Object({
  text: Type.String(),
  entity_type: Type.Optional(Type.String()),
  /** null: how many there are is known, and not where */
  spans: Type.Union([Type.Array(Span), Type.Null()]),
  expected_count: Type.Optional(Type.Integer()),
  score_hint: Type.Optional(Type.Unknown()),
});
export type PrivacyCase = Static<typeof PrivacyCase>;

const WEAK = 0.4;

/** Whether the source itself is unsure: its least score is under 0.4. A negative score means that there is none. */
export function isWeak({ score_hint: hint }: PrivacyCase): boolean {
  const scores = ([hint] as unknown[]).flat(2).filter((score): score is number => typeof score === 'number');
  return scores.length > 0 && Math.min(...scores) < WEAK && Math.max(...scores) >= 0;
}
