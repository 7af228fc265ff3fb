import { factsOf, isName, ownSentences, plainSentence, type Facts } from './facts';
import type { Ground } from './ground';
import { refusedAppearance } from './reading/appearance';
import { ABSENCE, clausesOf, OWN_DEED, type Clause } from './reading/clauses';
import { valueOf } from './reading/bounds';
import { deedsIn, isDeedKey } from './reading/deeds';
import { comparedIn } from './comparison';
import { withoutOurQuotations } from './reading/quotations';
import type { Unit } from './reading/unit';
import type { RefusedClaim, Verdict } from './claim-verdict';
import type { Lexicon } from './lexicon';

/**
 * Whether a sentence of prose may be shown (PR-05). A sentence of the platform's own may. Any other may state of the
 * world only what the ground contains, of one thing, in the same mood and with the same negation, or compare two things
 * as they are. A sentence that cannot be read is refused. `about` are the things that the sentences before it were
 * about, as their verdicts named them.
 */
export function checkSegment(text: string, ground: Ground, about: readonly string[] = []): Verdict {
  const plain = plainSentence(text);
  if (plain === '' || ownSentences(ground).has(plain)) return { isFounded: true, about };
  const facts = factsOf(ground);
  if (facts === null) return refused('language');
  if (!citesOnly(text, ground)) return refused('citation');
  const uncited = withoutCitations(text.normalize('NFC'));
  const appearance = refusedAppearance(uncited, facts.texts);
  const stated = withoutOurQuotations(uncited, ground.copy);
  if (appearance !== null) return refused(appearance);
  const sentence = listItem(plainSentence(stated));
  return comparedIn(sentence, facts, ground) ?? readSegment(sentence, facts, about);
}

/** What a sentence states of the world, each with its mood and negation; the same of sentences that say the same. */
export function statementsIn(text: string, ground: Ground): readonly string[] {
  const facts = factsOf(ground);
  if (facts === null) return [];
  return clausesOf(plainSentence(text), facts.lexicon, facts.reader).flatMap((clause) =>
    needsOf(clause, facts)
      .filter((need) => !isDeedKey(need))
      .map((need) => `${clause.mood} ${clause.isNegated} ${need}`),
  );
}

/** `[1]` is the first piece of evidence; within a word or a number it is none, and is markup. */
const CITATION = /\s?\[(\d+)\](?![\p{L}\p{N}])/gu;

const withoutCitations = (text: string): string => text.replace(CITATION, '');

/** Whether a segment cites only evidence that was really retrieved. */
const citesOnly = (text: string, { evidence }: Ground): boolean =>
  Array.from(text.matchAll(CITATION), ([, number]) => Number(number)).every(
    (number) => number >= 1 && number <= evidence.length,
  );

const refused = (claim: RefusedClaim): Verdict => ({ isFounded: false, claim });
/** A line of a list, without its mark. */
const listItem = (text: string): string => text.replace(/^[-•·–]\s+/u, '');

/** The need of a denial that names nothing, which no ground can hold: "there is nothing". */
const DENIAL = 'denial';

function readSegment(text: string, facts: Facts, before: readonly string[]): Verdict {
  const bare = facts.lexicon.phrases.reduce((left, phrase) => left.replace(phrase, ' '), text);
  const clauses = clausesOf(bare, facts.lexicon, facts.reader);
  if (clauses.some(({ isAnswer }) => isAnswer)) return refused('answer');
  let about = before;
  const needs = clauses.map((clause) => needsOf(clause, facts));
  // "Or not?" asks; "There is nothing." tells.
  if (!text.endsWith('?') && needs.some((keys) => keys.includes(DENIAL))) return refused('denial');
  for (const [index, clause] of clauses.entries()) {
    const named = needs[index]!.filter(isName);
    if (named.length > 0) about = named;
    // A thing that is only named shares the statement about its neighbour: "1001 and 1002 are shipped".
    const isOnlyNamed = named.length > 0 && named.length === needs[index]!.length;
    const neighbour = isOnlyNamed ? (index + 1 < clauses.length ? index + 1 : index - 1) : index;
    const shared = isOnlyNamed ? (needs[neighbour] ?? []).filter((key) => !isName(key)) : [];
    const claim = refusedClaim(
      [...needs[index]!, ...shared].filter((key) => key !== DENIAL),
      clauses[neighbour] ?? clause,
      facts,
      about,
    );
    if (claim !== null) return refused(claim);
  }
  return { isFounded: true, about };
}

/**
 * A denial is a claim like any other: that there is no such order, that nothing was found, that it is not possible.
 * What one says of oneself, or in kindness, denies nothing: "I am not sure", "do not worry".
 */
function isDenial({ words, isNegated }: Clause, { things, modest }: Lexicon): boolean {
  const has = (set: ReadonlySet<string>): boolean => words.some(({ word }) => set.has(word));
  return isNegated && (has(things) || !has(modest));
}

/** The keys that the ground must contain for a clause to be true. */
function needsOf(clause: Clause, facts: Facts): readonly string[] {
  const { words, values, saysToday, mood, isOwnDeed } = clause;
  const { lexicon, statuses } = facts;
  const denies = isDenial(clause, lexicon);
  const ranks = (word: string): boolean => values.length > 0 && lexicon.ranking.has(word);
  const told = words.filter(
    ({ word, key }) =>
      ranks(word) ||
      (!lexicon.function.has(word) &&
        !lexicon.future.has(word) &&
        !lexicon.possible.has(word) &&
        !(values.length > 0 && lexicon.linking.has(word)) &&
        !(lexicon.courtesy.has(word) && !statuses.has(key))),
  );
  const said = denies && told.length === 0 ? words.filter(({ word }) => lexicon.things.has(word)) : told;
  const isOffer = words.some(({ word }) => lexicon.offer.has(word));
  const isCourteous = words.some(({ word }) => lexicon.courtesy.has(word));
  const days = saysToday && isCourteous && said.length === 0 ? [] : values;
  const promises =
    mood === 'future' && !isOffer && said.length + days.length === 0 && words.length > 0 ? ['promise'] : [];
  const needs = [
    ...said.map(({ key }) => key),
    ...days,
    ...promises,
    ...deedsIn({ mood, words: said }, facts.reader.language),
    ...(isOwnDeed && said.length > 0 ? [OWN_DEED] : []),
  ];
  return denies && told.length === 0 ? [...needs, needs.length === 0 ? DENIAL : ABSENCE] : needs;
}

/** Null when one unit of the ground holds all of it. */
function refusedClaim(
  needs: readonly string[],
  { mood, isNegated, words }: Clause,
  { units, statuses, lexicon }: Facts,
  about: readonly string[],
): RefusedClaim | null {
  if (needs.length === 0) return null;
  if (needs.includes('promise')) return 'promise';
  // That there is no 1002 is more than a name.
  const isSaid = isNegated || needs.some((key) => !isName(key));
  const holds = ({ named, keys, beside, mood: ofUnit, isNegated: denies, about: things }: Unit): boolean =>
    needs.every((key) => keys.has(key)) &&
    (beside === null || needs.some((key) => beside.has(key))) &&
    goByTheirNames(needs, words, named) &&
    (!isSaid || (ofUnit === mood && denies === isNegated)) &&
    (!isSaid || things.length === 0 || about.every((thing) => keys.has(thing)));
  if (units.some(holds)) return null;
  if (needs.includes(ABSENCE)) return 'denial';
  const missing = needs.find((key) => key !== OWN_DEED && !units.some(({ keys }) => keys.has(key)));
  if (missing === undefined && isNegated) return 'denial';
  if (missing === undefined) return mood === 'future' ? 'promise' : needs.includes(OWN_DEED) ? 'deed' : 'combination';
  return kindOf(missing, needs, { statuses, lexicon }, mood);
}

/**
 * "The total is" refers to the record's total: an amount or a day beside the name of a field must be one of that field.
 */
function goByTheirNames(needs: readonly string[], words: Clause['words'], named: Unit['named']): boolean {
  const fields = words.flatMap(({ key }) => named.get(key) ?? []);
  return needs.every((key) => {
    const kind = /^(?:md|wd|d|m):/u.exec(key)?.[0];
    const alike = fields.filter((values) => [...values].some((value) => kind !== undefined && value.startsWith(kind)));
    return alike.length === 0 || alike.some((values) => values.has(key));
  });
}

const KINDS: Readonly<Record<string, RefusedClaim>> = {
  n: 'number',
  i: 'identifier',
  m: 'amount',
  d: 'date',
  md: 'date',
  wd: 'date',
  h: 'date',
  t: 'duration',
  p: 'number',
  v: 'deed',
};

function kindOf(
  missing: string,
  needs: readonly string[],
  { statuses }: Pick<Facts, 'statuses' | 'lexicon'>,
  mood: Clause['mood'],
): RefusedClaim {
  const [kind = ''] = valueOf(missing).split(':');
  if (kind !== 'w') return KINDS[kind] ?? 'word';
  if (needs.includes(OWN_DEED)) return 'deed';
  if (mood === 'future') return 'promise';
  return statuses.has(missing) ? 'status' : 'word';
}
