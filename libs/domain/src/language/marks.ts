import type { Clause, Mark } from './clause';
import { grammarTables } from './grammar-tables';
import type { TenantLanguage } from './tenant-language';
import { contentOf, coveredBy, hitsOf, type Utterance } from './utterance';

type Unmarked = Pick<Clause, 'start' | 'end' | 'from' | 'act'>;

/**
 * The marks of a clause apart from the words that frame it: "I would like" is no hypothesis, "can you" asks for no
 * answer.
 */
export function marksIn(clause: Unmarked, utterance: Utterance, { words }: TenantLanguage): ReadonlySet<Mark> {
  const { grammar } = words;
  const marks = new Set<Mark>();
  const polite = coveredBy(utterance, grammarTables(words).polite);
  const isFramed = (index: number) => polite.has(index) || (clause.act === 'wish' && index < clause.from);
  for (let index = clause.start; index < clause.end; index += 1) {
    const token = utterance.tokens[index];
    if (!token) break;
    if (token.quoted) marks.add('quoted');
    if (isFramed(index)) continue;
    if (grammar.negating.has(token.word)) marks.add('negated');
    if (grammar.conditional.has(token.word)) marks.add('conditional');
    if (grammar.alternative.has(token.word)) marks.add('alternative');
    if (grammar.reporting.has(token.word) && isSaidBySomebody(clause, index, utterance, grammar.firstPerson))
      marks.add('reported');
  }
  for (const { phrase, index } of hitsOf(utterance, grammarTables(words).marking)) {
    if (index >= clause.start && index < clause.end && !isFramed(index)) marks.add(phrase.list as Mark);
  }
  if (isAsked(clause, utterance)) marks.add('asked');
  return marks;
}

/** "my wife says": another person comes before the verb; a first person before it means the writer's own words. */
function isSaidBySomebody(
  { from }: Unmarked,
  index: number,
  { tokens }: Utterance,
  firstPerson: ReadonlySet<string>,
): boolean {
  return index > from && !firstPerson.has(tokens[index - 1]?.word ?? '');
}

/** A question mark after a wish is polite; after anything else it asks. */
function isAsked({ end, act }: Unmarked, { text, tokens }: Utterance): boolean {
  const mark = text.slice(tokens[end - 1]?.end, tokens[end]?.start ?? text.length);
  return act !== 'wish' && mark.includes('?');
}

/** "under no circumstances", "not really": the clause says nothing but "not". */
export function saysOnlyNot(
  { start, end, marks }: Clause,
  utterance: Utterance,
  { words, filler }: TenantLanguage,
): boolean {
  if (!marks.has('negated')) return false;
  const covered = coveredBy(utterance, grammarTables(words).marking, filler);
  const isEmpty = (index: number) =>
    covered.has(index) || words.grammar.negating.has(utterance.tokens[index]?.word ?? '');
  return contentOf(utterance, words)
    .filter((index) => index >= start && index < end)
    .every(isEmpty);
}
