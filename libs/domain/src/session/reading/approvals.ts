import { namesAll, saysYes, type ExactAnswer, type TenantLanguage, type Utterance } from '../../language';
import { memoise } from '../../memoise';
import type { ProposedThread } from '../state/session-state';
import { namesValueOf, valuedIn } from './deeds/restated';
import { exactAnswerTo, proposalsOf } from './proposals';
import type { TurnView } from './turn-view';

export type Meant = readonly [ProposedThread, ...ProposedThread[]];

/** The proposals that a yes or a no is for, and whether it names them. */
export interface Address {
  readonly threads: Meant;
  readonly isNamed: boolean;
}

const addressed = (threads: readonly ProposedThread[], isNamed: boolean): Address | null =>
  threads.length > 0 ? { threads: threads as Meant, isNamed } : null;

/** The whole text is a yes, a nod or a no to any of the open proposals. */
export const answerToAny = memoise(({ subject, whole, language }: TurnView): ExactAnswer | null => {
  const open = proposalsOf(whole);
  return (
    exactAnswerTo(subject, open, language) ??
    open.map((thread) => exactAnswerTo(subject, [thread], language)).find((answer) => answer !== null) ??
    null
  );
});

/**
 * The open proposals that a yes is for, where every word of it agrees with each of them: the pressed one, those it
 * names, all of them if it says so, or the only one.
 */
export const consentedTo = memoise(({ turn, subject, session, whole, language }: TurnView): Address | null => {
  const open = proposalsOf(whole);
  const isYes = (...threads: readonly ProposedThread[]) => isConsent(exactAnswerTo(subject, threads, language));
  const pointed = proposalsOf(session);
  if (turn.answerTo !== undefined)
    return addressed(
      pointed.slice(0, 1).filter((thread) => isYes(thread)),
      true,
    );
  const agreeing = open.filter((thread) => isYes(thread));
  const counted = countedBy(subject, open, language);
  if (counted !== null) return counted.every((thread) => agreeing.includes(thread)) ? addressed(counted, true) : null;
  if (namesAll(subject, language)) return open.length > 1 && isYes(...open) ? addressed(open, true) : null;
  if (agreeing.length === 0) return namedTogether(subject, open, language);
  if (open.length > 1 && agreeing.length === 1) return addressed(agreeing, true);
  const isPointed = pointed.length === 1 && (open.length === 1 || turn.replyToRequestId !== undefined);
  return isPointed
    ? addressed(
        agreeing.filter((thread) => pointed.some(({ threadId }) => threadId === thread.threadId)),
        saysValue(subject, agreeing, language),
      )
    : null;
});

const isConsent = (answer: ExactAnswer | null): boolean => answer === 'yes' || answer === 'nod';
const saysValue = (utterance: Utterance, threads: readonly ProposedThread[], language: TenantLanguage): boolean =>
  threads.some((thread) => namesValueOf(utterance, thread, language));

/** "yes to 1003 and 1004": each by a value that only it has among them. */
function namedTogether(
  utterance: Utterance,
  open: readonly ProposedThread[],
  language: TenantLanguage,
): Address | null {
  const named = open.filter((thread) => namesValueOf(utterance, thread, language));
  const valued = named.map((thread) => valuedIn(utterance, thread, language));
  const isTold = valued.every((own) =>
    [...own].some((index) => valued.every((other) => other === own || !other.has(index))),
  );
  return named.length > 1 && isTold && isConsent(exactAnswerTo(utterance, named, language))
    ? addressed(named, true)
    : null;
}

/** The open proposals that a no is for; it may say more about them. With a yes in it, it names none of several. */
export const refused = memoise(({ turn, subject, session, whole, language }: TurnView): Address | null => {
  const open = proposalsOf(whole);
  const pointed = proposalsOf(session);
  if (turn.answerTo !== undefined) return addressed(pointed.slice(0, 1), true);
  if (open.length > 1 && saysYes(subject, language)) return null;
  const named = open.filter((thread) => namesValueOf(subject, thread, language));
  if (named.length > 0) return addressed(named, true);
  if (namesAll(subject, language)) return addressed(open, true);
  const counted = countedBy(subject, open, language);
  if (counted !== null) return addressed(counted, true);
  return pointed.length === 1 && (open.length === 1 || turn.replyToRequestId !== undefined)
    ? addressed(pointed, false)
    : null;
});

/** "the first one", "the first and the third", as they were opened; none of them where one is not open. */
export function countedBy(
  { tokens }: Utterance,
  open: readonly ProposedThread[],
  { words }: TenantLanguage,
): readonly ProposedThread[] | null {
  const places = tokens.flatMap(({ word }) => words.ordinals.get(word) ?? []);
  const inOrder = open.toSorted((one, other) => one.number - other.number);
  const counted = [...new Set(places)].map((place) => inOrder[place - 1]);
  if (places.length === 0) return null;
  return counted.every((thread) => thread !== undefined) ? counted : [];
}
