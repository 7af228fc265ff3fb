import type { IntentDefinition } from '@arbiter/contracts';
import { clausesOf, type Language, type TenantLanguage, type Utterance } from '../../../language';
import { stemOf } from '../../../language/stems';
import { contentOf } from '../../../language/utterance';
import { ANY_DAY } from '../extract-slots';
import { plainRequestsFor } from './plain-request';
import { vocabularyOf } from './vocabulary';

/**
 * The text holds some sign of this deed: a plain request for it, a word that mentions it, or one that only this intent
 * is written about with; of a deed that only writes down what is told, that something is told. Without a sign the deed
 * is not proposed, whatever suggests it.
 */
export const holdsSignOf = (intent: IntentDefinition, utterance: Utterance, language: TenantLanguage): boolean =>
  plainRequestsFor(intent, utterance, language, ANY_DAY).length > 0 ||
  speaksOf(intent.intent, utterance, language) ||
  (writesDown(intent) && tells(utterance, language));

function speaksOf(intent: string, utterance: Utterance, language: TenantLanguage): boolean {
  const { words, requests } = language;
  const { mentioning } = vocabularyOf(intent, language);
  const isOwn = (stem: string) => requests.intentsWith.get(stem)?.every((one) => one === intent) === true;
  return contentOf(utterance, words).some((index) => {
    const word = utterance.tokens[index]?.word ?? '';
    const stem = stemOf(word, words);
    return !isFunctionWord(word, words) && (mentioning.has(stem) || isOwn(stem));
  });
}

/** "could you …" is the frame of any request. */
const isFunctionWord = (word: string, { grammar, requesting }: Language): boolean =>
  [
    requesting,
    grammar.filling,
    grammar.opening,
    grammar.light,
    grammar.modals,
    grammar.auxiliaries,
    grammar.questioning,
    grammar.negating,
    grammar.firstPerson,
    grammar.subjects,
    grammar.addressee,
    grammar.adding,
  ].some((set) => set.has(word));

/** All that it needs is a text: a ticket. */
const writesDown = ({ slots }: IntentDefinition): boolean => {
  const required = slots.filter((slot) => slot.required);
  return required.length > 0 && required.every(({ expectedType }) => expectedType === 'freeform');
};

const tells = (utterance: Utterance, language: TenantLanguage): boolean =>
  clausesOf(utterance, language).some(({ act }) => act === 'report');
