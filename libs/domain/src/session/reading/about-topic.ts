import { matchRequest } from '../../language/requests';
import { stemOf } from '../../language/stems';
import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, hitsOf, type Utterance } from '../../language/utterance';
import { activeThread, type Outcome, type SessionState, type Thread } from '../state/session-state';
import { wantsIn, type Want } from './wants';

/** A question about the current topic is short; a longer text says something of its own. */
const LONGEST = 30;

/** The current topic: the open one, or else the latest one if it has just ended. */
export function topicSpokenOf(session: SessionState): Thread | Outcome | null {
  const { lastOutcome, turns } = session;
  const hasJustEnded = lastOutcome !== null && turns.spokenOf === lastOutcome.threadId;
  return hasJustEnded ? lastOutcome : activeThread(session);
}

/**
 * Whether a text asks something about a topic instead of beginning one: it asks for information, or for another one of
 * the kind, names no other intent, and points at the topic ("what does it cost?", "what's the address?", "anything
 * else?").
 */
export function asksAboutTopic(subject: Utterance, topic: Thread | Outcome, language: TenantLanguage): boolean {
  const { intentId } = topic;
  if (
    intentId === null ||
    subject.tokens.length > LONGEST ||
    meansTheOther(subject, language) ||
    meansOneListed(subject, topic, language) ||
    matchRequest(language.requests, subject) !== null
  )
    return false;
  const wants = wantsIn(subject, language);
  if (wants.length === 0 || !wants.every((want) => onlyAsks(want, subject, language))) return false;
  return (
    pointsBack(subject, intentId, language) &&
    !namesAnotherThing(subject, topic, language) &&
    (asksOfIt(subject, language) || !namesAnotherIntent(subject, intentId, language))
  );
}

/** "what's in the second one?" is about one of the listed objects. */
const meansOneListed = ({ tokens }: Utterance, topic: Thread | Outcome, { words }: TenantLanguage): boolean =>
  'outcome' in topic && topic.listed !== undefined && tokens.some(({ word }) => words.ordinals.has(word));

/** "what's in the other one?" is about another topic than the current one. */
const meansTheOther = ({ tokens }: Utterance, { words }: TenantLanguage): boolean =>
  tokens.some(
    ({ word }, index) => words.other.has(word) && words.grammar.determiners.has(tokens[index - 1]?.word ?? ''),
  );

/** The text asks a question, for information, or for another of the kind. */
function onlyAsks({ kind, deeds, features }: Want, subject: Utterance, { words, wishing }: TenantLanguage): boolean {
  const stems = (set: ReadonlySet<string>) => new Set([...set].map((word) => stemOf(word, words)));
  const [telling, other] = [stems(words.telling), stems(words.other)];
  const asksForInformation =
    deeds.length > 0 ||
    hitsOf(subject, wishing).some(({ phrase }) =>
      phrase.words.some((word) => words.telling.has(word) || words.asking.has(word)),
    );
  return (
    kind === 'question' ||
    (asksForInformation && deeds.every((deed) => telling.has(deed))) ||
    features.some((feature) => other.has(feature))
  );
}

/** "are they coming?", "is that enough?": a few words whose subject refers to the topic. */
const asksOfIt = ({ tokens }: Utterance, { words: { pointing, grammar } }: TenantLanguage): boolean =>
  tokens.length <= LONGEST_OF_IT &&
  grammar.auxiliaries.has(tokens[0]?.word ?? '') &&
  grammar.subjects.has(tokens[1]?.word ?? '') &&
  pointing.has(tokens[1]?.word ?? '');

const LONGEST_OF_IT = 4;

/** A code or a number that the topic does not know is about something else. */
function namesAnotherThing(
  { tokens }: Utterance,
  { intentId, slots }: Thread | Outcome,
  { intents }: TenantLanguage,
): boolean {
  const definition = intents.find(({ intent }) => intent === intentId);
  if (!definition?.slots.some(({ expectedType }) => expectedType === 'identifier')) return false;
  const known = new Set(Object.values(slots).map((value) => String(value).toLowerCase()));
  return tokens.some(({ word }) => /\p{N}/u.test(word) && !known.has(word));
}

/**
 * Whether more of its words, apart from words of asking, occur in the examples of another intent than in those of this
 * one.
 */
function namesAnotherIntent(subject: Utterance, intentId: string, { words, requests }: TenantLanguage): boolean {
  const things = contentOf(subject, words)
    .map((index) => subject.tokens[index]?.word ?? '')
    .filter((word) => !words.requesting.has(word) && !words.asking.has(word));
  const about = new Map<string, number>();
  for (const stem of new Set(things.map((word) => stemOf(word, words)))) {
    const asked = new Set(
      (requests.examplesWith.get(stem) ?? []).map((place) => requests.examples[place]?.intent ?? ''),
    );
    for (const intent of asked) about.set(intent, (about.get(intent) ?? 0) + (requests.weights.get(stem) ?? 0));
  }
  return Math.max(0, ...about.values()) > (about.get(intentId) ?? 0);
}

/** Points back with a word such as "that one", or with a word of the topic's own intent. */
function pointsBack(subject: Utterance, intentId: string, { words, requests }: TenantLanguage): boolean {
  const isOwn = (word: string) => requests.intentsWith.get(stemOf(word, words))?.includes(intentId) ?? false;
  return (
    subject.tokens.some(({ word }) => words.pointing.has(word) || words.other.has(word)) ||
    contentOf(subject, words).some((index) => isOwn(subject.tokens[index]?.word ?? ''))
  );
}
