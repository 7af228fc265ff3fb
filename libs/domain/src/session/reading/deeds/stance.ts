import type { IntentDefinition } from '@arbiter/contracts';
import {
  LONGEST_READ,
  clausesOf,
  grammarTables,
  isReadWhole,
  matchRequest,
  type Clause,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { stemOf } from '../../../language/stems';
import { isQuotedWhole } from '../../../language/tokens';
import { hitsOf } from '../../../language/utterance';
import { ANY_DAY, namesSomething } from '../extract-slots';
import { plainRequestsFor, type PlainRequest } from './plain-request';
import { isBareNo, isTakenBack, refusesBarely } from './taken-back';
import { vocabularyOf } from './vocabulary';

/** How a text stands to a deed. The first that applies counts; the rule says why. */
export interface Stance {
  readonly stance:
    /** it plainly asks for it */
    | 'asks'
    /** it speaks of it, and what is meant has to be asked */
    | 'unclear'
    /** it asks how it stands, or how it is done */
    | 'enquires'
    /** it says that it is not wanted */
    | 'refuses'
    /** it tells of it as something that is or was */
    | 'tells'
    /** it wants something else in its place */
    | 'wants_another';
  readonly rule: string;
  /** of a plain request: where it stands and which values it tells */
  readonly request: PlainRequest | null;
}

/** Everything a rule may look at. */
interface Heard {
  readonly intent: string;
  readonly utterance: Utterance;
  readonly language: TenantLanguage;
  readonly clauses: readonly Clause[];
  readonly requests: readonly PlainRequest[];
  /** the clauses with a word for the deed in them */
  readonly mentions: readonly Clause[];
}

interface StanceRule {
  readonly rule: string;
  readonly stance: Stance['stance'];
  readonly applies: (heard: Heard) => boolean;
}

const has =
  (mark: Parameters<Clause['marks']['has']>[0]) =>
  ({ marks }: Clause): boolean =>
    marks.has(mark);
const allMentions =
  (check: (clause: Clause) => boolean) =>
  ({ mentions }: Heard): boolean =>
    mentions.length > 0 && mentions.every(check);

/** In this order; the last one always applies. */
const RULES: readonly StanceRule[] = [
  { rule: 'plainly_asked_for', stance: 'asks', applies: (heard) => heard.requests.length > 0 && !isTainted(heard) },
  { rule: 'taken_back', stance: 'refuses', applies: isWithdrawn },
  { rule: 'several_asked_for', stance: 'unclear', applies: ({ requests }) => requests.length > 0 },
  {
    rule: 'another_instead',
    stance: 'wants_another',
    applies: (heard) =>
      allMentions((clause) => has('excluded')(clause) && (clause.act === 'wish' || opensExcluding(clause, heard)))(
        heard,
      ),
  },
  {
    rule: 'only_quoted',
    stance: 'wants_another',
    applies: (heard) => heard.mentions.length > 0 && heard.mentions.every((clause) => isQuoted(clause, heard)),
  },
  { rule: 'missed', stance: 'enquires', applies: (heard) => heard.mentions.some((clause) => isMissing(clause, heard)) },
  { rule: 'refused', stance: 'refuses', applies: isRefused },
  {
    rule: 'enquired_about',
    stance: 'enquires',
    applies: (heard) => heard.mentions.some((clause) => isEnquired(clause, heard)),
  },
  {
    rule: 'told_of',
    stance: 'tells',
    applies: allMentions(
      (clause) =>
        clause.act === 'report' &&
        (has('past')(clause) || !has('conditional')(clause)) &&
        !has('hedged')(clause) &&
        !has('reported')(clause),
    ),
  },
  {
    rule: 'asked_like_example',
    stance: 'enquires',
    applies: ({ intent, clauses, utterance, language }) =>
      clauses.every(({ act }) => act === 'question' || act === 'courtesy') &&
      matchRequest(language.requests, utterance) === intent,
  },
  {
    rule: 'not_spoken_of',
    stance: 'wants_another',
    applies: ({ mentions, clauses }) =>
      mentions.length === 0 && clauses.every(({ act }) => act === 'question' || act === 'courtesy'),
  },
  { rule: 'not_plainly_asked_for', stance: 'unclear', applies: () => true },
];

/** How a text stands to the deed of an intent, by its words alone. */
export function stanceTo(
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Stance {
  const requests = plainRequestsFor(intent, utterance, language, now);
  const clauses = clausesOf(utterance, language);
  const heard = {
    intent: intent.intent,
    utterance,
    language,
    clauses: outsideValues(clauses, requests),
    requests,
    mentions: mentionsOf(intent, clauses, utterance, language),
  };
  const { stance, rule } = RULES.find(({ applies }) => applies(heard)) as StanceRule;
  return { stance, rule, request: stance === 'asks' ? (requests[0] ?? null) : null };
}

/** What a free text says that is the value of a slot is not said to us. */
const outsideValues = (clauses: readonly Clause[], requests: readonly PlainRequest[]): readonly Clause[] =>
  clauses.filter(
    ({ start, end, from }) =>
      !requests.some(
        ({ clause, extraction }) =>
          (start < clause.start || start >= clause.end) &&
          isTaken(extraction.taken, Math.max(start, Math.min(from, end - 1))),
      ),
  );

const isTaken = (taken: ReadonlySet<number>, index: number): boolean => taken.has(index);

function mentionsOf(
  { intent }: IntentDefinition,
  clauses: readonly Clause[],
  { tokens }: Utterance,
  language: TenantLanguage,
): readonly Clause[] {
  const { mentioning } = vocabularyOf(intent, language);
  return clauses.filter(({ start, end }) =>
    tokens.slice(start, end).some(({ word }) => mentioning.has(stemOf(word, language.words))),
  );
}

/** What is spoken of last is taken back, and nothing is asked for in its place. */
function isWithdrawn({ requests, mentions, utterance, language }: Heard): boolean {
  const last = [...requests.map(({ clause }) => clause), ...mentions].map(({ end }) => end);
  return last.length > 0 && isTakenBack(Math.max(...last), utterance, language);
}

/** Something beside the request takes it back, puts it off, makes light of it, or leaves it open. */
function isTainted(heard: Heard): boolean {
  const { clauses, requests, utterance, language } = heard;
  const others = clauses.filter(
    (clause) => !requests.some(({ clause: own }) => clause.start >= own.start && clause.end <= own.end),
  );
  return (
    isCutOff(heard) ||
    isQuotedWhole(utterance.text) ||
    requests.some(({ clause }) => isTakenUp(clause, heard) || isSpokenOf(clause, heard)) ||
    others.some((clause) => taints(clause, utterance, language))
  );
}

/** More is said than is read, and it is no value of a slot. */
const isCutOff = ({ utterance, requests }: Heard): boolean =>
  !isReadWhole(utterance) && !requests.some(({ extraction }) => extraction.taken.has(LONGEST_READ));

/** A bare refusal or a steering word right behind it. */
const isTakenUp = ({ end }: Clause, { utterance, language }: Heard): boolean =>
  hitsOf(utterance, language.override).some(
    ({ index }) => index >= end && utterance.tokens[index]?.opensClause === true,
  );

/** "I take that back", "I mean 1002": what follows speaks of the request, or puts something in its place. */
function isSpokenOf({ end }: Clause, { clauses, utterance: { tokens }, utterance, language }: Heard): boolean {
  const { demonstrative } = language.words.grammar;
  const corrects = hitsOf(utterance, language.correcting).some(
    ({ index, phrase }) => index >= end && phrase.words.length > 1,
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

const HARMLESS_MARKS: ReadonlySet<string> = new Set([
  'past',
  'future',
  'partial',
  'asked',
  'excluded',
  'negated',
  'quoted',
]);

function taints(clause: Clause, utterance: Utterance, language: TenantLanguage): boolean {
  if (clause.act === 'courtesy')
    return (
      clause.marks.has('negated') ||
      clause.marks.has('asked') ||
      clause.marks.has('joking') ||
      refusesBarely(clause, utterance, language)
    );
  if (countsWhatFollows(clause, utterance, language)) return false;
  if (clause.marks.has('negated') && takesBack(clause, utterance, language)) return true;
  switch (clause.act) {
    case 'report':
      return [...clause.marks].some((mark) => !HARMLESS_MARKS.has(mark));
    case 'question':
    case 'wish':
      return (
        [...clause.marks].some((mark) => mark === 'alternative' || mark === 'joking' || mark === 'hypothetical') ||
        !asksForItself(clause, utterance, language)
      );
    case 'permission':
    case 'fragment':
      return clause.act === 'permission' || !asksForItself(clause, utterance, language) || clause.marks.size > 0;
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

const LONGEST_COUNT = 4;

/** A "not" with nothing to tell of, or beside a verb of wanting or meaning: "I don't want it", "not really". "It does not work" only tells. */
function takesBack(
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

const SHORTEST_TELLING = 2;

/** A question or a request of its own: it is like an intent, or names a thing of its own. */
function asksForItself(clause: Clause, utterance: Utterance, language: TenantLanguage): boolean {
  const own = utterance.tokens.slice(clause.from, clause.end);
  const isNamed = namesSomething(utterance, language, clause);
  const isToBeTold = language.words.telling.has(own[0]?.word ?? '');
  return clause.act !== 'fragment'
    ? isNamed || (own.length >= LEAST_QUESTION && !isToBeTold)
    : language.intents.some((intent) =>
        plainRequestsFor(intent, utterance, language, ANY_DAY).some((one) => one.clause.start === clause.start),
      );
}

const LEAST_QUESTION = 3;
/** "my refund has not arrived": a not that only tells */
const isMissing = (clause: Clause, { utterance, language }: Heard): boolean =>
  clause.act === 'report' && clause.marks.has('negated') && !takesBack(clause, utterance, language);

/** "anything but a refund" */
const opensExcluding = ({ from }: Clause, { utterance, language }: Heard): boolean =>
  hitsOf(utterance, grammarTables(language.words).marking).some(
    ({ phrase, index }) => phrase.list === 'excluded' && index === from,
  );

/** It stands only within quotation marks. */
const isQuoted = ({ start, end }: Clause, { utterance: { tokens }, language, intent }: Heard): boolean => {
  const { mentioning } = vocabularyOf(intent, language);
  return tokens.slice(start, end).every(({ word, quoted }) => quoted || !mentioning.has(stemOf(word, language.words)));
};

/** A question, the condition of one ("what happens if …"), or one that is to be answered ("tell me how …"). */
function isEnquired(clause: Clause, { clauses, utterance: { tokens }, language: { words } }: Heard): boolean {
  if (clause.act === 'question') return true;
  const before = clauses.filter(({ sentence, start }) => sentence === clause.sentence && start < clause.start);
  if (clause.marks.has('conditional') && before.some(({ act }) => act === 'question')) return true;
  const asksToKnow = (from: number, to: number) => tokens.slice(from, to).some(({ word }) => words.telling.has(word));
  const isIndirect = tokens
    .slice(clause.from, clause.end)
    .some(({ word }, offset) => words.grammar.questioning.has(word) && offset > 0);
  return isIndirect || (clause.marks.has('conditional') && before.some(({ from, end }) => asksToKnow(from, end)));
}

/** Every clause that mentions it says no to it, or a bare no follows it. */
function isRefused({ mentions, clauses, utterance, language }: Heard): boolean {
  if (
    mentions.length === 0 ||
    mentions.some(
      ({ act, marks }) => act === 'question' || act === 'permission' || (marks.has('asked') && !marks.has('negated')),
    )
  ) {
    return (
      mentions.length > 0 &&
      clauses.some((clause) => clause.start > (mentions.at(-1)?.start ?? 0) && isBareNo(clause, utterance, language))
    );
  }
  if (mentions.every((clause) => has('negated')(clause) && !has('excluded')(clause))) return true;
  const last = mentions.at(-1) as Clause;
  return clauses.some((clause) => clause.start > last.start && isBareNo(clause, utterance, language));
}
