import { type Clause, type TenantLanguage, type Utterance } from '../../../language';
import { stemOf } from '../../../language/stems';

/**
 * The verb of giving that the writer wants to do: "I want to pay back order 1003" offers a payment and asks for none.
 * Null where the one addressed is to do it, or it is to be done: "I want you to pay back", "I want it paid back".
 */
export function ownGiving(
  { act, start, from, end }: Pick<Clause, 'act' | 'start' | 'from' | 'end'>,
  { tokens }: Utterance,
  { words }: TenantLanguage,
): string | null {
  const { grammar } = words;
  const frame = tokens.slice(start, from).map(({ word }) => word);
  const isWritersWish =
    act === 'wish' &&
    frame.some((word) => grammar.firstPerson.has(word)) &&
    !frame.some((word) => grammar.addressee.has(word));
  if (!isWritersWish) return null;
  const said = tokens.slice(from, end).map(({ word }) => word);
  const verb =
    grammar.infinitive === null ? verbBehind(frame, said) : said.findLast((word) => !grammar.opening.has(word));
  return verb !== undefined && grammar.giving.has(verb) ? stemOf(verb, words) : null;
}

/** "I want to" is followed by what the writer does; "I want" by a thing. */
const verbBehind = (frame: readonly string[], said: readonly string[]): string | undefined =>
  frame.at(-1) === 'to' ? said[0] : undefined;
