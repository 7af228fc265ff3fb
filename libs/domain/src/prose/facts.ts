import { PLATFORM_WORDS } from '@arbiter/contracts';
import { memoise } from '../memoise';
import { evidenceTexts } from './reading/evidence';
import type { Ground } from './ground';
import { lexiconOf, languageIn, type Lexicon } from './lexicon';
import { sentencesIn } from './segments';
import { ABSENCE, clausesOf, isBare, OWN_DEED } from './reading/clauses';
import type { Unit } from './reading/unit';
import { recordsOf } from './reading/records';
import type { Reader } from './reading/terms';
import { stemOf } from './reading/stem';
import { foundedBy } from './reading/bounds';
import { withDeeds } from './reading/deeds';
import { isWhole, withoutQuotations } from './reading/quotations';

/** A ground, prepared for look-ups. */
export interface Facts {
  readonly lexicon: Lexicon;
  readonly reader: Reader;
  readonly units: readonly Unit[];
  /** every text of the ground, for parts that must occur in it letter by letter */
  readonly texts: string;
  /** stems that state a status: they are never mere courtesy */
  readonly statuses: ReadonlySet<string>;
}

/** A longer label is a sentence, and its words are those of any sentence. */
const LONGEST_STATUS = 3;

const NOTHING_NAMED: Unit['named'] = new Map();

/** Null for a language that code cannot read. */
export const factsOf = memoise(read);

export const plainSentence = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[’‘´]/gu, "'")
    .replaceAll(/[\s\u00a0\u202f\u2009]+/gu, ' ')
    .trim();

/** The platform's own sentences, which need no reading. */
export const ownSentences = memoise(
  ({ copy }: Ground): ReadonlySet<string> =>
    new Set(
      copy.flatMap((text) => sentencesIn(text).map(plainSentence)).filter((text) => text !== '' && isWhole(text)),
    ),
);

function read(ground: Ground): Facts | null {
  const { speech, now, copy, evidence, results } = ground;
  const lexicon = lexiconOf(speech.locale);
  if (lexicon === null) return null;
  const reader = { language: languageIn(speech.locale), timeZone: speech.timeZone, now };
  const records = results.flatMap((result) => recordsOf(result, speech, lexicon, reader));
  const texts = [...copy, ...evidenceTexts(evidence)];
  const unitsOf = (text: string): readonly Unit[] =>
    sentencesIn(text).flatMap((sentence) => unitsIn(sentence, lexicon, reader));
  // A statement in a record's text is a statement about the record's thing.
  const stated = records.flatMap(({ unit: { about }, texts: own }) =>
    own.flatMap(unitsOf).map((unit) => ({ ...unit, keys: new Set([...unit.keys, ...about]), about })),
  );
  return {
    lexicon,
    reader,
    units: [
      ...records.flatMap(({ unit, deadlines }) => [unit, ...deadlines]),
      ...stated,
      ...copy.map(withoutQuotations).flatMap(unitsOf),
      ...evidenceTexts(evidence).flatMap(unitsOf),
    ],
    texts: `${texts.join('\n')}\n${JSON.stringify([results, evidence])}`,
    statuses: statusesOf(ground, lexicon, reader.language),
  };
}

/** The statements of a sentence, one per mood; its values belong to all of them. */
function unitsIn(sentence: string, lexicon: Lexicon, reader: Reader): readonly Unit[] {
  const clauses = clausesOf(sentence, lexicon, reader);
  const values = clauses.flatMap((clause) => foundedBy(clause.values));
  const groups = Map.groupBy(clauses, ({ mood, isNegated }) => `${mood} ${isNegated}`);
  return Array.from(groups.values(), (group) => ({
    keys: new Set([
      ...values,
      ...group.flatMap((clause) => [
        ...withDeeds(clause.words.map(({ key }) => key)),
        ...(clause.isOwnDeed ? [OWN_DEED] : []),
        ...(clause.isNegated && isBare(clause, lexicon) ? [ABSENCE] : []),
      ]),
    ]),
    mood: group[0]!.mood,
    isNegated: group[0]!.isNegated,
    about: values.filter(isName),
    named: NOTHING_NAMED,
    beside: null,
  }));
}

export const isName = (key: string): boolean => key.startsWith('n:') || key.startsWith('i:');

function statusesOf({ speech: { words = {} } }: Ground, lexicon: Lexicon, language: string): ReadonlySet<string> {
  const families = Object.entries(words).filter(([family]) => !Object.hasOwn(PLATFORM_WORDS, family));
  const labels = families.flatMap(([, family]) => Object.entries(family).flat());
  const short = labels.map((label) => label.toLowerCase().match(/[\p{L}{]+/gu) ?? []);
  const all = short.filter((said) => said.length <= LONGEST_STATUS && !said.some((word) => word.includes('{'))).flat();
  const small = new Set([...lexicon.function, ...lexicon.future, ...lexicon.possible]);
  return new Set(all.filter((word) => !small.has(word)).map((word) => `w:${stemOf(word, language)}`));
}
