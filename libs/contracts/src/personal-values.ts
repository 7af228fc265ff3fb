import { Type, type Static } from 'typebox';

/** The token that a model sees in place of a personal value: `<EMAIL_7f3a90c1d2e4>`. */
const TOKEN = /<[A-Z][A-Z_]{0,30}_[0-9a-f]{12,64}>/g;

/** CX-03: personal values, by their tokens. */
export const PersonalValues = Type.Record(Type.String(), Type.String());
export type PersonalValues = Static<typeof PersonalValues>;

export const NO_PERSONAL_VALUES: PersonalValues = {};

/** The tokens that a text, or any text within a value, names; each once. */
export function tokensIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    for (const [token] of text.matchAll(TOKEN)) found.add(token);
    return text;
  });
  return [...found];
}

/**
 * AG-08: the same with each known token replaced by its value. An unknown token stays: every sender refuses it first.
 */
export const withPersonalValues = <T>(value: T, personal: PersonalValues = NO_PERSONAL_VALUES): T =>
  Object.keys(personal).length === 0
    ? value
    : (mapTexts(value, (text) =>
        text.replace(TOKEN, (token) => (Object.hasOwn(personal, token) ? personal[token]! : token)),
      ) as T);

/** Of these values, those that the value names. */
export const personalValuesOf = (value: unknown, known: PersonalValues): PersonalValues =>
  Object.fromEntries(tokensIn(value).flatMap((token) => (Object.hasOwn(known, token) ? [[token, known[token]!]] : [])));

/** Two sets as one; a token with two different values gets none: it is refused, never guessed. */
export function joinedPersonalValues(one: PersonalValues, other: PersonalValues): PersonalValues {
  const disputed = Object.keys(other).filter((token) => Object.hasOwn(one, token) && one[token] !== other[token]);
  return Object.fromEntries(Object.entries({ ...one, ...other }).filter(([token]) => !disputed.includes(token)));
}

/** The same value with every text within it, names of properties not among them, replaced. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
