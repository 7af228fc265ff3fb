import { exactAnswer, grammarTables, hitsOf, type TenantLanguage, type Utterance } from '../../language';
import { memoise } from '../../memoise';
import { vocabularyOf } from '../reading/deeds/vocabulary';
import type { TurnView } from '../reading/turn-view';
import { questionOf, type ProposedThread, type SessionState } from '../state/session-state';
import { threadOfTurn } from '../state/turns';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/**
 * Consent is exact: a yes permits an action only if the whole message is a yes to exactly that proposal. Anything less
 * is asked again; a no needs less.
 */
export const APPROVAL_RULES: readonly RoutingRule[] = [
  { category: 'answer_to_pending', rule: 'answer_decides_approval', match: decides },
  { category: 'answer_to_pending', rule: 'answer_says_not_which', match: saysNotWhich },
  { category: 'answer_to_pending', rule: 'answer_is_no_consent', match: isNoConsent },
];

type Meant = readonly [ProposedThread, ...ProposedThread[]];

const isOpen = (thread: SessionState['threads'][number]): thread is ProposedThread =>
  thread.phase === 'proposed' && !thread.cancelling;
const proposalsOf = ({ threads }: SessionState): readonly ProposedThread[] => threads.filter(isOpen);
const some = (threads: readonly ProposedThread[]): Meant | null => (threads.length > 0 ? (threads as Meant) : null);

function decides(view: TurnView): RoutingMatch | null {
  const answer = answerGiven(view);
  const meant = answer && meantBy(view);
  if (!answer || !meant || (answer === 'yes' && !meant.every((thread) => isPutTo(thread, view)))) return null;
  return {
    threadId: meant[0].threadId,
    action: { do: 'decide_approval', threads: meant, decision: answer === 'yes' ? 'approve' : 'reject' },
  };
}

/** The whole message is a yes or a no; or it is a clear no to the only open proposal, whatever else it says. */
const answerGiven = memoise(({ subject, session, whole, language, answer }: TurnView): 'yes' | 'no' | null => {
  const exact = exactAnswer(subject, language, () => restatedOf(proposalsOf(whole), language));
  if (exact) return exact;
  return answer?.thread.phase === 'proposed' && answer.value === false && proposalsOf(session).length > 0 ? 'no' : null;
});

function restatedOf(threads: readonly ProposedThread[], language: TenantLanguage) {
  const intents = new Set(threads.map(({ intentId }) => intentId ?? ''));
  const stems = new Set([...intents].flatMap((intent) => [...vocabularyOf(intent, language).stems]));
  const cues = language.intents
    .filter(({ intent }) => intents.has(intent))
    .flatMap(({ slots }) => slots.flatMap(({ cues: own = [] }) => own));
  const values = threads.flatMap(({ slots }) => Object.values(slots).map((value) => String(value).toLowerCase()));
  return { stems, values: new Set([...values, ...cues.map((cue) => cue.toLowerCase()).filter((cue) => cue !== 'no')]) };
}

/** The open proposals that an answer is for: those it names, all of them if it says so, or the only one. */
function meantBy({ turn, subject, session, whole, language }: TurnView): Meant | null {
  const open = proposalsOf(whole);
  if (turn.answerTo !== undefined) return some(proposalsOf(session).slice(0, 1));
  const named = open.filter(({ slots }) =>
    Object.values(slots).some((value) => subject.tokens.some(({ word }) => word === String(value).toLowerCase())),
  );
  if (named.length > 0) return some(named);
  if (hitsOf(subject, grammarTables(language.words).all).length > 0) return some(open);
  const counted = countedBy(subject, open, language);
  if (counted) return some([counted]);
  const pointed = proposalsOf(session);
  return pointed.length === 1 && (open.length === 1 || turn.replyToRequestId !== undefined) ? some(pointed) : null;
}

/** "the first one", as they were opened */
function countedBy(
  { tokens }: Utterance,
  open: readonly ProposedThread[],
  { words }: TenantLanguage,
): ProposedThread | null {
  const place = tokens.map(({ word }) => words.ordinals.get(word)).find((ordinal) => ordinal !== undefined);
  return place === undefined ? null : (open.toSorted((one, other) => one.number - other.number)[place - 1] ?? null);
}

/**
 * It was the latest question to the person: a yes does not reach back behind another question, nor does it count for a
 * proposal that came after it. A button, and an answer that names its object, count anyway.
 */
function isPutTo(thread: ProposedThread, { turn, subject, whole, language }: TurnView): boolean {
  const { askedAt } = thread.approvals[0] ?? { askedAt: null };
  if (turn.answerTo !== undefined) return true;
  if (askedAt !== null && turn.receivedAt < askedAt) return false;
  const isNamed = Object.values(thread.slots).some((value) =>
    subject.tokens.some(({ word }) => word === String(value).toLowerCase()),
  );
  if (
    isNamed ||
    hitsOf(subject, grammarTables(language.words).all).length > 0 ||
    countedBy(subject, proposalsOf(whole), language)
  )
    return true;
  const { put } = whole.turns;
  return put?.threadId === thread.threadId && (put.since === null || !language.asking.has(put.since));
}

/** Several things wait for a yes, and it may be to any of them. */
function saysNotWhich(view: TurnView): RoutingMatch | null {
  const open = proposalsOf(view.whole);
  if (open.length < 2 || answerGiven(view) === null || meantBy(view) !== null) return null;
  return say('which_approval', view.whole.turns.put?.threadId ?? open.at(-1)?.threadId ?? null, {
    choices: open.map((thread) => questionOf(thread).prompt),
  });
}

/** A yes with something else in it, or a yes to an older proposal: the open one is asked again. */
function isNoConsent(view: TurnView): RoutingMatch | null {
  const { answer } = view;
  const isMeant = answer?.thread.phase === 'proposed' && answer.value === true;
  if (!isMeant && answerGiven(view) !== 'yes') return null;
  const [thread] = isMeant ? [answer.thread] : (meantBy(view) ?? []);
  const replied =
    view.turn.replyToRequestId === undefined ? null : threadOfTurn(view.whole.turns, view.turn.replyToRequestId);
  if (thread && replied !== null && replied !== thread.threadId) return null;
  return thread ? say('yes_no_reprompt', thread.threadId, { question: questionOf(thread).prompt }) : null;
}
