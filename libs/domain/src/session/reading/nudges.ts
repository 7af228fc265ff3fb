import type { Language } from '../../language';
import { memoiseEach } from '../../memoise';
import { marksOf, type Phrase, type PhraseTable } from '../../language/phrases';
import { stemOf } from '../../language/stems';
import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, coveredBy, hitsOf, type Utterance } from '../../language/utterance';

/** "any luck?", "any news on the refund?", "is the refund done?", and "back to the refund" */
export function nudgeIn(subject: Utterance, named: ReadonlySet<string>, language: TenantLanguage): Phrase | null {
  const { text, tokens } = subject;
  if (tokens.length === 0) return language.nudge.byMarks.get(marksOf(text)) ?? null;
  const referring = named.size === 0 ? [] : hitsOf(subject, language.referring).filter(({ index }) => index === 0);
  const [hit] = [...hitsOf(subject, language.nudge), ...referring];
  const isNamed = (index: number) => named.has(tokens[index]?.word ?? '');
  const covered = coveredBy(
    subject,
    language.nudge,
    language.filler,
    language.yesNo,
    ...(referring.length > 0 ? [language.referring] : []),
  );
  const more = contentOf(subject, language.words).filter((index) => !isNamed(index));
  if (hit && more.every((index) => covered.has(index))) return hit.phrase;
  if (named.size === 0 || more.length === 0 || more.length > LONGEST_NUDGE) return null;
  return (
    gistsOf(language.nudge, language.words).get(
      gistOf(
        more.map((index) => tokens[index]?.word ?? ''),
        language.words,
      ),
    ) ?? null
  );
}

/** Of a nudge that speaks of a topic in its midst, no more words than this say something. */
const LONGEST_NUDGE = 6;

/** A nudge without its small words: "how is it going" and "how's the refund going" are one and the same. */
const gistOf = (content: readonly string[], words: Language): string =>
  content.map((word) => stemOf(word, words)).join(' ');

const gistsOf = memoiseEach((nudge: PhraseTable, words: Language): ReadonlyMap<string, Phrase> => {
  const said = allPhrases(nudge.byWords).map(
    (phrase) =>
      [
        gistOf(
          phrase.words.filter((word) => !words.neutral.has(word)),
          words,
        ),
        phrase,
      ] as const,
  );
  return new Map(said.filter(([gist]) => gist !== ''));
});

const allPhrases = ({ next, phrases }: PhraseTable['byWords']): readonly Phrase[] => [
  ...phrases,
  ...[...next.values()].flatMap(allPhrases),
];
