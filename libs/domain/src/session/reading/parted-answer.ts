import { grammarTables, hitsOf, type TenantLanguage, type Utterance } from '../../language';
import { before, from } from '../../language/utterance';
import type { ProposedThread } from '../state/session-state';
import { countedBy } from './approvals';
import { exactAnswerTo } from './proposals';

/** What a text says to several proposals, to each by its name. */
export interface PartedAnswer {
  readonly approved: readonly ProposedThread[];
  readonly rejected: readonly ProposedThread[];
}

/**
 * "yes to 1003, no to 1004", "the second yes, the first no": each part is an answer and nothing else, and names the one
 * proposal it is for. Null where any of that is missing.
 */
export function partedAnswer(
  utterance: Utterance,
  open: readonly ProposedThread[],
  language: TenantLanguage,
): PartedAnswer | null {
  const parts = open.length > 1 ? partsOf(utterance, language) : [];
  if (parts.length < 2) return null;
  const answered = parts.map((part) => answeredBy(part, open, language));
  const threads = answered.flatMap((one) => (one ? [one.thread] : []));
  if (threads.length < parts.length || new Set(threads).size < threads.length) return null;
  const of = (isYes: boolean) => answered.flatMap((one) => (one?.isYes === isYes ? [one.thread] : []));
  return { approved: of(true), rejected: of(false) };
}

/** Each part has one yes or no: all of them begin with it, or all of them end with it. */
function partsOf(utterance: Utterance, language: TenantLanguage): readonly Utterance[] {
  const hits = [
    ...hitsOf(utterance, language.yesNo).filter(({ phrase }) => phrase.list === 'no'),
    ...hitsOf(utterance, grammarTables(language.words).consenting),
  ].sort((one, other) => one.index - other.index);
  const [first] = hits;
  const last = hits.at(-1);
  if (!first || !last || hits.length < 2) return [];
  const { besideConsent } = language.words.grammar;
  const isLeading = utterance.tokens.slice(0, first.index).every(({ word }) => besideConsent.has(word));
  const places = isLeading
    ? [0, ...hits.slice(1).map(({ index }) => index), utterance.tokens.length]
    : [0, ...hits.map(({ end }) => end)];
  if (!isLeading && last.end !== utterance.tokens.length) return [];
  return places.slice(1).map((end, place) => withoutJoints(from(before(utterance, end), places[place] ?? 0), language));
}

/** "and", "but" between the parts belong to neither. */
function withoutJoints(part: Utterance, { words }: TenantLanguage): Utterance {
  const { coordinating, subordinating } = words.grammar;
  const isJoint = (index: number) => {
    const word = part.tokens[index]?.word ?? '';
    return coordinating.has(word) || subordinating.has(word);
  };
  const end = isJoint(part.tokens.length - 1) ? part.tokens.length - 1 : part.tokens.length;
  const start = isJoint(0) ? 1 : 0;
  return from(before(part, end), start);
}

function answeredBy(
  part: Utterance,
  open: readonly ProposedThread[],
  language: TenantLanguage,
): { readonly thread: ProposedThread; readonly isYes: boolean } | null {
  const counted = countedBy(part, open, language);
  const named = open.filter((thread) => {
    const answer = exactAnswerTo(part, [thread], language);
    return (
      (answer === 'yes' || answer === 'no') && (counted === null || (counted.length === 1 && counted[0] === thread))
    );
  });
  const [thread] = named;
  return thread && named.length === 1 ? { thread, isYes: exactAnswerTo(part, [thread], language) === 'yes' } : null;
}
