import type { IntentDefinition } from '@arbiter/contracts';
import {
  clausesOf,
  grammarTables,
  isAngry,
  utteranceOf,
  type Clause,
  type Mark,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { memoise } from '../../../memoise';
import { stemOf } from '../../../language/stems';
import { contentOf, coveredBy, hitsOf } from '../../../language/utterance';
import { ANY_DAY, extractSlots } from '../extract-slots';
import type { Heard } from './heard';
import { ownText } from './understood';
import { contentOfClause } from './vocabulary';

/**
 * Whether a clause beside a request is known to support it: a reason, a complaint, who writes, how the thing was come
 * by, or that the request is meant. Anything else may take it back, put it off or report it.
 */
export const supports = (clause: Clause, heard: Heard): boolean =>
  (clause.act === 'report' || clause.act === 'fragment') &&
  (isSaidForItself(clause, heard) ||
    (isUnmarked(clause, heard) && (isReason(clause, heard) || isTrouble(clause, heard))));

/** It is about the writer or the request as a whole: "I am sure", "you are useless", "Ada". */
const isSaidForItself = (clause: Clause, heard: Heard): boolean =>
  affirms(clause, heard) || isSignature(clause, heard) || isAngry(ownText(clause, heard), heard.language);

const isUnmarked = (clause: Clause, heard: Heard): boolean =>
  [...clause.marks].every((mark) => (isFailure(clause, heard) ? HARMLESS_OF_FAILURE : HARMLESS).has(mark));

const isReason = (clause: Clause, heard: Heard): boolean => isCausal(clause, heard) || isLikeReason(clause, heard);

/** "it does not work" */
const isFailure = (clause: Clause, heard: Heard): boolean =>
  kindsIn(clause, heard).has('workings') && negates(clause, heard);

/** What is wrong with the thing or troubles the writer, who writes, and how the thing was come by. */
function isTrouble(clause: Clause, heard: Heard): boolean {
  if (heard.mentions.includes(clause)) return false;
  if (negates(clause, heard)) return isFailure(clause, heard);
  const kinds = kindsIn(clause, heard);
  const isOfThing = !saysOfWriter(clause, heard) || kinds.has('workings') || kinds.has('identifying');
  return kinds.has('grievances') || kinds.has('identifying') || (kinds.has('faults') && isOfThing);
}

const HARMLESS: ReadonlySet<Mark> = new Set(['past', 'partial', 'excluded', 'negated', 'quoted']);
/** "it will not open" */
const HARMLESS_OF_FAILURE: ReadonlySet<Mark> = new Set([...HARMLESS, 'future']);

const within = ({ start, end }: Clause): readonly number[] =>
  Array.from({ length: end - start }, (_, offset) => start + offset);

const wordsOf = ({ start, end }: Clause, { tokens }: Utterance): readonly string[] =>
  tokens.slice(start, end).map(({ word }) => word);

/** "I am sure", and nothing besides. */
function affirms(clause: Clause, { utterance, language: { words, filler } }: Heard): boolean {
  const { affirming, polite } = grammarTables(words);
  const isWhole = hitsOf(utterance, affirming).some(({ index, end }) => index >= clause.start && end <= clause.end);
  const covered = coveredBy(utterance, affirming, polite, filler);
  return (
    isWhole &&
    contentOf(utterance, words).every((index) => index < clause.start || index >= clause.end || covered.has(index))
  );
}

/** The writer's name at the end, behind a courtesy: "Thank you, Ada". */
function isSignature({ start, end }: Clause, { clauses, utterance, language }: Heard): boolean {
  const { text, tokens } = utterance;
  const isName = ({ start: from, end: to, word }: Utterance['tokens'][number]) =>
    /^\p{Lu}/u.test(text.slice(from, to)) && !language.vocabulary.known.has(word);
  const isBehindCourtesy = clauses.some((other) => other.end === start && other.act === 'courtesy');
  return (
    isBehindCourtesy && end === tokens.length && end - start <= LONGEST_NAME && tokens.slice(start, end).every(isName)
  );
}

const LONGEST_NAME = 3;

/** The classes of support of which the clause has a phrase. */
function kindsIn({ start, end }: Clause, { utterance, language: { words } }: Heard): ReadonlySet<string> {
  return new Set(
    hitsOf(utterance, grammarTables(words).supporting).flatMap(({ index, end: last, phrase }) =>
      index >= start && last <= end ? [phrase.list] : [],
    ),
  );
}

/** A "not" that is no part of a phrase of support. */
function negates(clause: Clause, { utterance, language: { words } }: Heard): boolean {
  const covered = coveredBy(utterance, grammarTables(words).supporting);
  const isNegating = (word: string) => words.grammar.negating.has(word) || words.negating.has(word);
  return within(clause).some((index) => !covered.has(index) && isNegating(utterance.tokens[index]?.word ?? ''));
}

const saysOfWriter = (clause: Clause, { utterance, language: { words } }: Heard): boolean =>
  wordsOf(clause, utterance).some((word) => words.grammar.firstPerson.has(word));

const isCausal = ({ start }: Clause, { utterance: { tokens }, language: { words } }: Heard): boolean =>
  words.support.causal.has(tokens[start]?.word ?? '');

/** By intent: the words of each clause that stands beside the request in an example. */
const reasonsOf = memoise(
  (language: TenantLanguage): ReadonlyMap<string, readonly ReadonlySet<string>[]> =>
    new Map(
      language.intents.map((intent) => [
        intent.intent,
        intent.examples.flatMap((example) => {
          const utterance = utteranceOf(example);
          const clauses = clausesOf(utterance, language).filter(({ act }) => act !== 'courtesy');
          return clauses
            .filter(({ act }) => clauses.length > 1 && act === 'report')
            .map((clause) => stemsIn(clause, intent, utterance, language))
            .filter(({ size }) => size > 0);
        }),
      ]),
    ),
);

/** "I am not happy with order 1266": in the words in which an example of the intent gives its reason. */
function isLikeReason(clause: Clause, { intent: name, utterance, language }: Heard): boolean {
  const intent = language.intents.find((one) => one.intent === name);
  if (!intent) return false;
  const said = stemsIn(clause, intent, utterance, language);
  return (reasonsOf(language).get(name) ?? []).some(
    (reason) => reason.size === said.size && [...reason].every((stem) => said.has(stem)),
  );
}

function stemsIn(
  clause: Clause,
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
): ReadonlySet<string> {
  const extraction = extractSlots(intent, utterance, language, ANY_DAY, clause);
  return new Set(
    contentOfClause(clause, utterance, extraction, intent, language).map((index) =>
      stemOf(utterance.tokens[index]?.word ?? '', language.words),
    ),
  );
}
