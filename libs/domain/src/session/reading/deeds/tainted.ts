import {
  LONGEST_READ,
  grammarTables,
  isReadWhole,
  type Clause,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { isQuotedWhole } from '../../../language/tokens';
import { coveredBy, hitsOf } from '../../../language/utterance';
import type { Heard } from './heard';
import { supports } from './supporting';
import { refusesBarely } from './taken-back';
import { isPlainlyAsked, isUnderstood } from './understood';

/** words of a clause */
const LONGEST_COUNT = 4;
const SHORTEST_TELLING = 2;

/** Something beside the request takes it back, puts it off, makes light of it, or leaves it open. */
export function isTainted(heard: Heard): boolean {
  const { clauses, requests, utterance } = heard;
  const others = clauses.filter(
    (clause) => !requests.some(({ clause: own }) => clause.start >= own.start && clause.end <= own.end),
  );
  return (
    isCutOff(heard) ||
    isQuotedWhole(utterance.text) ||
    requests.some(({ clause }) => isTakenUp(clause, heard) || isSpokenOf(clause, heard)) ||
    others.some((clause) => taints(clause, heard))
  );
}

/** The text is longer than the part that is read, and the rest is no value of a slot. */
const isCutOff = ({ utterance, requests }: Heard): boolean =>
  !isReadWhole(utterance) && !requests.some(({ extraction }) => extraction.taken.has(LONGEST_READ));

/** A bare refusal or a steering word right behind it. */
const isTakenUp = ({ end }: Clause, { utterance, language }: Heard): boolean =>
  hitsOf(utterance, language.override).some(
    ({ index }) => index >= end && utterance.tokens[index]?.opensClause === true,
  );

/** "I take that back", "I mean 1002": the clause is about the request, or replaces part of it. */
function isSpokenOf({ end }: Clause, { clauses, utterance: { tokens }, utterance, language }: Heard): boolean {
  const { demonstrative } = language.words.grammar;
  const affirmed = coveredBy(utterance, grammarTables(language.words).affirming);
  const corrects = hitsOf(utterance, language.correcting).some(
    ({ index, phrase }) => index >= end && phrase.words.length > 1 && !affirmed.has(index),
  );
  return (
    corrects ||
    clauses.some(
      (clause) =>
        clause.start >= end &&
        clause.act === 'report' &&
        tokens.slice(clause.start, clause.end).some(({ word }) => demonstrative.has(word)),
    )
  );
}

/** A clause that neither supports the request nor is understood as one of its own. */
function taints(clause: Clause, heard: Heard): boolean {
  const { utterance, language } = heard;
  if (clause.act === 'courtesy')
    return (
      clause.marks.has('negated') ||
      clause.marks.has('asked') ||
      clause.marks.has('joking') ||
      refusesBarely(clause, utterance, language)
    );
  if (countsWhatFollows(clause, utterance, language)) return false;
  if (supports(clause, heard)) return false;
  if (clause.marks.has('negated') && takesBack(clause, utterance, language)) return true;
  switch (clause.act) {
    case 'report':
    case 'permission':
      return true;
    case 'question':
    case 'wish':
      return (
        [...clause.marks].some((mark) => mark === 'alternative' || mark === 'joking' || mark === 'hypothetical') ||
        !isUnderstood(clause, utterance, language)
      );
    case 'fragment':
      return !isPlainlyAsked(clause, utterance, language) || clause.marks.size > 0;
  }
}

/** "two things: …" */
function countsWhatFollows({ start, end }: Clause, { tokens, text }: Utterance, { words }: TenantLanguage): boolean {
  const said = tokens.slice(start, end).map(({ word }) => word);
  return (
    said.length <= LONGEST_COUNT &&
    text.slice(tokens[end - 1]?.end, tokens[end]?.start).includes(':') &&
    said.some((word) => words.numbers.has(word) || /^\p{N}$/u.test(word))
  );
}

/**
 * A "not" in a clause that reports nothing, or beside a verb of wanting or meaning: "I don't want it", "not really".
 * "It does not work" only reports.
 */
export function takesBack(
  { act, start, end }: Clause,
  { tokens }: Utterance,
  { words: { grammar } }: TenantLanguage,
): boolean {
  if (act !== 'report') return true;
  const said = tokens.slice(start, end).map(({ word }) => word);
  return (
    said.length <= SHORTEST_TELLING ||
    (said.some((word) => grammar.firstPerson.has(word)) && said.some((word) => grammar.willing.has(word)))
  );
}
