import type { IntentDefinition } from '@arbiter/contracts';
import {
  clausesOf,
  grammarTables,
  utteranceOf,
  type Clause,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { memoise } from '../../../memoise';
import { phrasesIn } from '../../../language/phrases';
import { stemOf } from '../../../language/stems';
import { coveredBy } from '../../../language/utterance';
import { ANY_DAY, extractSlots, type Extraction } from '../extract-slots';
import { ownGiving } from './own-doing';

/** How a tenant's people plainly ask for one intent, learned from its examples. */
export interface Vocabulary {
  /** for each example that asks plainly: the words that make it that request */
  readonly patterns: readonly ReadonlySet<string>[];
  /** every word that any of them has */
  readonly stems: ReadonlySet<string>;
  /** words as they occur in examples without "I want" or "can you" before them */
  readonly forms: ReadonlySet<string>;
  /** verbs of giving that the writer does in an example: "I want to transfer 50 euros" */
  readonly ownGiving: ReadonlySet<string>;
  /** words that come up again and again, or name the intent */
  readonly core: ReadonlySet<string>;
  /** these, and words that no other intent has: they mention the deed, and do not ask for it */
  readonly mentioning: ReadonlySet<string>;
}

const vocabulariesOf = memoise((language: TenantLanguage): ReadonlyMap<string, Vocabulary> => {
  const vocabularies = language.intents.map((intent) => [intent.intent, learned(intent, language)] as const);
  return new Map(
    vocabularies.map(
      ([name, vocabulary]) =>
        [
          name,
          { ...vocabulary, mentioning: new Set([...vocabulary.core, ...ownOf(name, vocabulary, language)]) },
        ] as const,
    ),
  );
});

/** Words that only this intent uses mention it, too. */
const ownOf = (name: string, { stems }: Pick<Vocabulary, 'stems'>, { requests }: TenantLanguage): readonly string[] =>
  [...stems].filter((stem) => requests.intentsWith.get(stem)?.every((intent) => intent === name) === true);

export const vocabularyOf = (intent: string, language: TenantLanguage): Vocabulary =>
  vocabulariesOf(language).get(intent) ?? NOTHING;

const NOTHING: Vocabulary = {
  patterns: [],
  stems: new Set(),
  forms: new Set(),
  ownGiving: new Set(),
  core: new Set(),
  mentioning: new Set(),
};

function learned(intent: IntentDefinition, language: TenantLanguage): Omit<Vocabulary, 'mentioning'> {
  const asking = intent.examples.flatMap((example) => {
    const utterance = utteranceOf(example);
    return plainlyAsking(utterance, language).map((clause) => {
      const content = contentOfClause(
        clause,
        utterance,
        extractSlots(intent, utterance, language, ANY_DAY, clause),
        intent,
        language,
      );
      return {
        isFramed: clause.act === 'wish',
        giving: ownGiving(clause, utterance, language),
        words: content.map((index) => utterance.tokens[index]?.word ?? ''),
      };
    });
  });
  const stem = (word: string) => stemOf(word, language.words);
  const patterns = asking.map(({ words }) => new Set(words.map(stem))).filter(({ size }) => size > 0);
  const named = intent.intent
    .split('_')
    .map(stem)
    .filter((one) => patterns.some((pattern) => pattern.has(one)));
  const counted = patterns.flatMap((pattern) => [...pattern]);
  const repeated = counted.filter((one, place) => counted.indexOf(one) !== place);
  return {
    patterns,
    stems: new Set(counted),
    forms: new Set(asking.flatMap(({ isFramed, words }) => (isFramed ? [] : words))),
    ownGiving: new Set(asking.flatMap(({ giving }) => giving ?? [])),
    core: new Set([...named, ...repeated].filter((one) => one !== STEM_OF_NUMBERS)),
  };
}

/** A number is the value of a slot, and mentions no deed. */
const STEM_OF_NUMBERS = '#';

/** The clauses of an example that ask: the wishes in it, or the only clause there is. */
function plainlyAsking(utterance: Utterance, language: TenantLanguage): readonly Clause[] {
  const clauses = clausesOf(utterance, language).filter(({ act }) => act !== 'courtesy');
  const unmarked = clauses.filter(({ marks }) => ![...marks].some((mark) => mark !== 'partial' && mark !== 'past'));
  const wishes = unmarked.filter(({ act }) => act === 'wish');
  if (wishes.length > 0) return wishes;
  return clauses.length === 1
    ? unmarked.filter(({ act }) => act === 'fragment')
    : unmarked.filter((clause) => clause.act === 'fragment' && isBidden(clause, utterance, language));
}

/** "please take a note of it" */
const isBidden = ({ start, from }: Clause, utterance: Utterance, { words }: TenantLanguage): boolean =>
  from > start &&
  phrasesIn(grammarTables(words).polite, utterance.text, utterance.tokens.slice(start, from)).length > 0;

/**
 * The positions of a clause's words that state the wish: no courtesy, no helping words, no values of slots and their
 * cues.
 */
export function contentOfClause(
  clause: Clause,
  utterance: Utterance,
  { taken }: Pick<Extraction, 'taken'>,
  intent: IntentDefinition,
  { words, filler }: TenantLanguage,
): readonly number[] {
  const polite = coveredBy(utterance, grammarTables(words).polite, filler);
  const cues = new Set(intent.slots.flatMap(({ cues: own = [] }) => own.map((cue) => cue.toLowerCase())));
  const { filling, light, opening } = words.grammar;
  // "order 10033" is no order, and nothing else either: which one is meant will be asked.
  const isMisnumbered = (index: number) =>
    /\p{N}/u.test(utterance.tokens[index]?.word ?? '') && cues.has(utterance.tokens[index - 1]?.word ?? '');
  const isEmpty = (index: number) => {
    const word = utterance.tokens[index]?.word ?? '';
    return (
      polite.has(index) ||
      taken.has(index) ||
      cues.has(word) ||
      isMisnumbered(index) ||
      filling.has(word) ||
      light.has(word) ||
      opening.has(word) ||
      words.ordinals.has(word) ||
      words.pointing.has(word)
    );
  };
  return Array.from({ length: clause.end - clause.from }, (_, offset) => clause.from + offset).filter(
    (index) => !isEmpty(index),
  );
}
