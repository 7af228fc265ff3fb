import { grammarTables, type Clause } from '../../../language';
import { stemOf } from '../../../language/stems';
import { hitsOf } from '../../../language/utterance';
import type { Heard } from './heard';
import { isBareNo } from './taken-back';
import { takesBack } from './tainted';
import { vocabularyOf } from './vocabulary';

/** "my refund has not arrived": a "not" that only reports */
export const isMissing = (clause: Clause, { utterance, language }: Heard): boolean =>
  clause.act === 'report' && clause.marks.has('negated') && !takesBack(clause, utterance, language);

/** "anything but a refund" */
export const opensExcluding = ({ from }: Clause, { utterance, language }: Heard): boolean =>
  hitsOf(utterance, grammarTables(language.words).marking).some(
    ({ phrase, index }) => phrase.list === 'excluded' && index === from,
  );

/** The deed is mentioned only within quotation marks. */
export const isQuoted = ({ start, end }: Clause, { utterance: { tokens }, language, intent }: Heard): boolean => {
  const { mentioning } = vocabularyOf(intent, language);
  return tokens.slice(start, end).every(({ word, quoted }) => quoted || !mentioning.has(stemOf(word, language.words)));
};

/** A question, the condition of one ("what happens if …"), or an indirect one ("tell me how …"). */
export function isEnquired(clause: Clause, { clauses, utterance: { tokens }, language: { words } }: Heard): boolean {
  if (clause.act === 'question') return true;
  const before = clauses.filter(({ sentence, start }) => sentence === clause.sentence && start < clause.start);
  if (clause.marks.has('conditional') && before.some(({ act }) => act === 'question')) return true;
  const asksToKnow = (from: number, to: number) => tokens.slice(from, to).some(({ word }) => words.telling.has(word));
  const isIndirect = tokens
    .slice(clause.from, clause.end)
    .some(({ word }, offset) => words.grammar.questioning.has(word) && offset > 0);
  return isIndirect || (clause.marks.has('conditional') && before.some(({ from, end }) => asksToKnow(from, end)));
}

/** Every clause that mentions it refuses it, or a bare no follows it. */
export function isRefused({ mentions, clauses, utterance, language }: Heard): boolean {
  const last = mentions.at(-1);
  if (!last) return false;
  const isAskedFor = mentions.some(
    ({ act, marks }) => act === 'question' || act === 'permission' || (marks.has('asked') && !marks.has('negated')),
  );
  const isDenied = mentions.every(({ marks }) => marks.has('negated') && !marks.has('excluded'));
  return (
    (isDenied && !isAskedFor) ||
    clauses.some((clause) => clause.start > last.start && isBareNo(clause, utterance, language))
  );
}
