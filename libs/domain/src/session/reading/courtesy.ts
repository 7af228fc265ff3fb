import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, coveredBy, hitsOf, type Utterance } from '../../language/utterance';
import { wantsIn } from './wants';

/** The list of thanks, and how many other words may accompany them. */
const THANKS = 'thanks_reply';
const MOST_BESIDES_THANKS = 4;

/** Thanks with little more ask for nothing: "thanks for finding that so quickly". */
export function isThanks(subject: Utterance, language: TenantLanguage): boolean {
  const { words, filler } = language;
  if (!hitsOf(subject, filler).some(({ phrase }) => phrase.list === THANKS) || wantsIn(subject, language).length > 0)
    return false;
  const courteous = coveredBy(subject, filler, language.yesNo, language.approving);
  const more = contentOf(subject, words).filter((index) => !courteous.has(index));
  return more.length <= MOST_BESIDES_THANKS && !more.some((index) => /\p{N}/u.test(subject.tokens[index]?.word ?? ''));
}
