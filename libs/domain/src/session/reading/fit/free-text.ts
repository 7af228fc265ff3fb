import { isRequest, matchRequest } from '../../../language/requests';
import type { TenantLanguage } from '../../../language/tenant-language';
import { contentOf, saysOnly, type Utterance } from '../../../language/utterance';

/** A place is named in a few words. */
const LONGEST_PLACE = 6;

/** Any text fits freeform, except courtesy, a nudge, a bare yes or no, or a clear request for something else. */
export function freeTextOf(utterance: Utterance, language: TenantLanguage, ownIntent: string | null): string | null {
  if (saysNothingNew(utterance, language)) return null;
  const request = matchRequest(language.requests, utterance);
  return request === null || request === ownIntent ? utterance.text : null;
}

/** The text without the small words it begins with ("to the", "near"). */
export function placeOf(utterance: Utterance, language: TenantLanguage): string | null {
  const { tokens, text } = utterance;
  if (tokens.length > LONGEST_PLACE || text.endsWith('?') || saysNothingNew(utterance, language)) return null;
  if (isRequest(utterance, language.requests)) return null;
  const [first] = contentOf(utterance, language.words);
  const last = tokens.at(-1);
  return first === undefined || !last ? null : text.slice(tokens[first]?.start, last.end);
}

const saysNothingNew = (utterance: Utterance, language: TenantLanguage): boolean =>
  saysOnly(utterance, language.words, language.nudge, language.filler, language.yesNo);
