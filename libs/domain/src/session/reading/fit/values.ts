import type { Question } from '@arbiter/contracts';
import type { TenantLanguage } from '../../../language/tenant-language';
import type { Utterance } from '../../../language/utterance';
import { choicesIn } from './choices';
import { datesIn } from './dates';
import type { Found } from './found';
import { identifiersIn } from './identifiers';
import { numbersIn } from './numbers';
import { standsForIt } from './standing-number';

type Valued = Pick<Question, 'expectedType' | 'pattern' | 'cues' | 'choices'>;

/** Every value in the text of the kind that a question takes; none for a kind that only the whole text can be. */
export function valuesFor(
  question: Valued,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): readonly Found[] {
  const { words } = language;
  switch (question.expectedType) {
    case 'identifier':
      return identifiersIn(question, utterance).filter((found) => standsForIt(found, question, utterance, language));
    case 'number':
      return numbersIn(utterance, words);
    case 'date_time':
      return datesIn(utterance, language, now);
    case 'choice':
    case 'choice_or_yes_no':
      return choicesIn(question.choices ?? [], utterance, words);
    case 'freeform':
    case 'location':
    case 'yes_no':
      return [];
  }
}
