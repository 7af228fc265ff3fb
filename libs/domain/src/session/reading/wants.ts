import type { Question } from '@arbiter/contracts';
import type { Language } from '../../language';
import { memoiseEach } from '../../memoise';
import type { Hit } from '../../language/phrases';
import { aboutIntents, featuresOf } from '../../language/requests';
import { stemOf } from '../../language/stems';
import type { TenantLanguage } from '../../language/tenant-language';
import { coveredBy, hitsOf, utteranceOf, type Utterance } from '../../language/utterance';

/** Something a sentence of a text asks for: a wish, a deed it names first, or a question. */
export interface Want {
  readonly kind: 'wish' | 'deed' | 'question';
  /**
   * its object, in the form in which words are compared; empty when the text only points at something ("I'd like that
   * one")
   */
  readonly features: readonly string[];
  /** of these, the deeds */
  readonly deeds: readonly string[];
}

type Span = readonly [start: number, end: number];

/** The wishes of a text besides agreeing, refusing and being polite, sentence by sentence. */
export const wantsIn = memoiseEach((utterance: Utterance, language: TenantLanguage): readonly Want[] => {
  const settled = coveredBy(utterance, language.yesNo, language.filler, language.approving);
  const wished = coveredBy(utterance, language.wishing);
  const wishes = hitsOf(utterance, language.wishing).filter(
    ({ index, end }) => !(settled.has(index) && settled.has(end - 1)),
  );
  return sentencesOf(utterance).flatMap(
    (sentence) => wantIn(sentence, utterance, language, { settled, wished, wishes }) ?? [],
  );
});

function sentencesOf({ tokens }: Utterance): readonly Span[] {
  const starts = tokens.flatMap(({ opensSentence }, index) => (opensSentence ? [index] : []));
  return starts.map((start, place) => [start, starts[place + 1] ?? tokens.length]);
}

interface Wishes {
  readonly settled: ReadonlySet<number>;
  readonly wished: ReadonlySet<number>;
  readonly wishes: readonly Hit[];
}

function wantIn(
  [start, end]: Span,
  utterance: Utterance,
  language: TenantLanguage,
  { settled, wished, wishes }: Wishes,
): Want | null {
  const { words } = language;
  const wish = wishes.find(({ index }) => index >= start && index < end);
  const saying = range(start, end).filter(
    (index) => !settled.has(index) && !words.neutral.has(wordAt(utterance, index)),
  );
  const [first] = saying;
  const isWished = (index: number) =>
    wish !== undefined && ((index >= wish.end && !wished.has(index)) || isDeedOf(wish, index, utterance, language));
  if (wish) return want('wish', saying.filter(isWished), utterance, language);
  if (first === undefined) return null;
  if (words.doing.has(wordAt(utterance, first)) || language.requests.openings.has(wordAt(utterance, first)))
    return want('deed', saying, utterance, language);
  return isQuestion([start, end], first, utterance, language) ? want('question', saying, utterance, language) : null;
}

/** "find me" wishes for a deed by itself. */
const isDeedOf = ({ index, end }: Hit, at: number, utterance: Utterance, { words }: TenantLanguage): boolean =>
  at >= index && at < end && words.doing.has(wordAt(utterance, at));

const range = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, offset) => start + offset);
const wordAt = ({ tokens }: Utterance, index: number): string => tokens[index]?.word ?? '';

function isQuestion(
  [start, end]: Span,
  first: number,
  { text, tokens }: Utterance,
  { words }: TenantLanguage,
): boolean {
  const mark = text.slice(tokens[end - 1]?.end, tokens[end]?.start ?? text.length);
  return (
    mark.includes('?') || words.asking.has(tokens[first]?.word ?? '') || words.asking.has(tokens[start]?.word ?? '')
  );
}

function want(kind: Want['kind'], saying: readonly number[], utterance: Utterance, { words }: TenantLanguage): Want {
  const said = saying
    .map((index) => wordAt(utterance, index))
    .filter((word) => !words.pointing.has(word) && !words.numbers.has(word) && !/^\p{N}/u.test(word));
  return {
    kind,
    features: said.map((word) => stemOf(word, words)),
    deeds: said.filter((word) => words.doing.has(word)).map((word) => stemOf(word, words)),
  };
}

/** The current topic: its intent and its open question. */
export interface Topic {
  readonly intentId: string | null;
  readonly question: Question | null;
}

/**
 * The text asks for something that is not the topic's own (RT-08): another intent's deed, or a thing that was not
 * mentioned.
 */
export const wantsAnother = (utterance: Utterance, topic: Topic, language: TenantLanguage): boolean =>
  wantsIn(utterance, language).some((one) => isAnother(one, topic, language));

/** The wish, apart from its deeds, is described by another intent more than by this one and its question. */
export const speaksOfAnother = (
  utterance: Utterance,
  { intentId, question }: Topic,
  language: TenantLanguage,
): boolean =>
  wantsIn(utterance, language).some(({ features, deeds }) => {
    const { requests, words } = language;
    const things = features.filter((feature) => !deeds.includes(feature));
    const isMentioned = (feature: string) => question !== null && mentionedIn(question, words).has(feature);
    const about = aboutIntents(
      things.filter((feature) => !isMentioned(feature)),
      requests,
    );
    const mentioned = things
      .filter(isMentioned)
      .reduce((sum, feature) => sum + (requests.weights.get(feature) ?? requests.unknownWeight), 0);
    return Math.max(0, ...about.values()) > (about.get(intentId ?? '') ?? 0) + mentioned;
  });

function isAnother(
  { features, deeds }: Want,
  { intentId, question }: Topic,
  { requests, words }: TenantLanguage,
): boolean {
  if (features.length === 0) return false;
  const about = aboutIntents(features, requests);
  const own = intentId === null ? 0 : (about.get(intentId) ?? 0);
  const other = Math.max(0, ...Array.from(about, ([intent, weight]) => (intent === intentId ? 0 : weight)));
  const isKnownDeed = (deed: string) => requests.intentsWith.has(deed);
  const isOtherDeed = (deed: string) => isKnownDeed(deed) && !requests.intentsWith.get(deed)?.includes(intentId ?? '');
  if (question?.expectedType === 'choice_or_yes_no' && deeds.some(isOtherDeed)) return true;
  const things = features.filter((feature) => !deeds.includes(feature) || isKnownDeed(feature));
  const isMentioned =
    question !== null && things.length > 0 && things.every((thing) => mentionedIn(question, words).has(thing));
  if (other > own) return deeds.length > 0 || !isMentioned;
  return own === 0 && !isMentioned;
}

/** The text asks a question, or for something of another intent: it gives no value of this topic. */
export const asksElsewhere = (utterance: Utterance, topic: Topic, language: TenantLanguage): boolean =>
  wantsIn(utterance, language).some(({ kind }) => kind === 'question') || speaksOfAnother(utterance, topic, language);

/**
 * The words of a question itself and of its choices; read once for as long as it stays open. The labels of yes and no
 * do not count: "thanks" is not the subject of "No, thanks".
 */
export const mentionedIn = memoiseEach(
  ({ prompt, expectedType, choices = [] }: Question, language: Language): ReadonlySet<string> =>
    new Set(
      [prompt, ...(expectedType === 'yes_no' ? [] : choices)].flatMap((text) => [
        ...featuresOf(utteranceOf(text), language),
      ]),
    ),
);
