import { grammarTables, type TenantLanguage, type Utterance } from '../../../language';
import { stemOf } from '../../../language/stems';
import { contentOf, coveredBy } from '../../../language/utterance';
import { questionOf, type ProposedThread, type WaitingThread } from '../../state/session-state';
import { ANY_DAY } from '../extract-slots';
import { valuesFor } from '../fit/values';
import { vocabularyOf } from './vocabulary';

/**
 * "1003, please", "it's order 1003", "the refund for 1003": beside the value, only courtesy and words of the intent
 * itself.
 */
export function saysOnlyValue(
  thread: ProposedThread | WaitingThread,
  value: unknown,
  utterance: Utterance,
  language: TenantLanguage,
): boolean {
  const { words, filler } = language;
  const { grammar } = words;
  if (utterance.text.includes('?')) return false;
  const question = questionOf(thread);
  const valued = valuesFor(question, utterance, language, ANY_DAY).filter(
    (found) => question.expectedType === 'date_time' || found.value === value,
  );
  const positions = new Set(
    valued.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset)),
  );
  const polite = coveredBy(
    utterance,
    filler,
    grammarTables(words).polite,
    grammarTables(words).wanting,
    grammarTables(words).consenting,
  );
  const cues = new Set((question.cues ?? []).map((cue) => cue.toLowerCase()));
  const { stems } = vocabularyOf(thread.intentId ?? '', language);
  const isOwn = (word: string) =>
    !grammar.negating.has(word) &&
    !grammar.conditional.has(word) &&
    (cues.has(word) || grammar.filling.has(word) || stems.has(stemOf(word, words)));
  return contentOf(utterance, words).every(
    (index) => positions.has(index) || polite.has(index) || isOwn(utterance.tokens[index]?.word ?? ''),
  );
}
