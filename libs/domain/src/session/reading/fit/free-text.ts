import { clausesOf } from '../../../language';
import { isRequest, matchRequest } from '../../../language/requests';
import type { TenantLanguage } from '../../../language/tenant-language';
import { contentOf, saysOnly, type Utterance } from '../../../language/utterance';
import { isThanks } from '../courtesy';

/** A place is named in a few words. */
const LONGEST_PLACE = 6;

/**
 * Any text fits freeform, except courtesy, a nudge, a bare yes or no, a question, a request to wait, a bare number, or
 * a clear request for something else.
 */
export function freeTextOf(utterance: Utterance, language: TenantLanguage, ownIntent: string | null): string | null {
  if (isNoFreeText(utterance, language)) return null;
  const request = matchRequest(language.requests, utterance);
  return request === null || request === ownIntent ? utterance.text : null;
}

/** The text without the small words it begins with ("to the", "near"). */
export function placeOf(utterance: Utterance, language: TenantLanguage): string | null {
  const { tokens, text } = utterance;
  if (tokens.length > LONGEST_PLACE || text.endsWith('?') || isNoFreeText(utterance, language)) return null;
  if (isRequest(utterance, language.requests)) return null;
  const [first] = contentOf(utterance, language.words);
  const last = tokens.at(-1);
  return first === undefined || !last ? null : text.slice(tokens[first]?.start, last.end);
}

/** The text leaves the question as it is. */
export const isNoFreeText = (utterance: Utterance, language: TenantLanguage): boolean =>
  saysNothingNew(utterance, language) ||
  isBareNumber(utterance, language) ||
  isThanks(utterance, language) ||
  onlyAsks(utterance, language);

/** "1002", "number 12": no word besides. */
export const isBareNumber = ({ tokens }: Utterance, { words: { grammar } }: TenantLanguage): boolean =>
  tokens.some(({ word }) => /^\p{N}/u.test(word)) &&
  tokens.every(({ word }) => /^\p{N}[\p{N}.,]*$/u.test(word) || grammar.filling.has(word) || grammar.opening.has(word));

/** Every clause of it asks something. */
function onlyAsks(utterance: Utterance, language: TenantLanguage): boolean {
  const said = clausesOf(utterance, language).filter(({ act }) => act !== 'courtesy');
  return (
    said.length > 0 && said.every(({ act, marks }) => act === 'question' || act === 'permission' || marks.has('asked'))
  );
}

const saysNothingNew = (utterance: Utterance, language: TenantLanguage): boolean =>
  saysOnly(utterance, language.words, language.nudge, language.filler, language.yesNo, language.waiting);
