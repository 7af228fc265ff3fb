import { NOTHING_RESTATED, exactAnswer, utteranceWith, type TenantLanguage, type Utterance } from '../../language';
import { memoise } from '../../memoise';
import { answerToAny, consentedTo, refused, type Address, type Meant } from '../reading/approvals';
import { isAskedFor } from '../reading/deeds/asked-for';
import { partedAnswer } from '../reading/parted-answer';
import { proposalsOf } from '../reading/proposals';
import type { TurnView } from '../reading/turn-view';
import { questionOf, type ProposedThread } from '../state/session-state';
import { WITHDRAWN, threadOfTurn } from '../state/turns';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/**
 * Consent is exact: a yes permits an action only if the whole message is a yes to exactly that proposal, and an "ok"
 * only if this person had asked for it. Anything less is asked again; a no needs less.
 */
export const APPROVAL_RULES: readonly RoutingRule[] = [
  { category: 'answer_to_pending', rule: 'answer_decides_several', match: decidesSeveral },
  { category: 'answer_to_pending', rule: 'answer_decides_approval', match: decides },
  { category: 'answer_to_pending', rule: 'answer_says_not_which', match: saysNotWhich },
  { category: 'answer_to_pending', rule: 'answer_is_no_consent', match: isNoConsent },
];

/** "yes to 1003, no to 1004" */
function decidesSeveral({ turn, subject, whole, language }: TurnView): RoutingMatch | null {
  const parted = turn.answerTo === undefined ? partedAnswer(subject, proposalsOf(whole), language) : null;
  if (!parted || !parted.approved.every((thread) => isSeen(thread, turn))) return null;
  const { approved, rejected } = parted;
  return approved.length > 0
    ? deciding(approved as unknown as Meant, 'approve', rejected)
    : deciding(rejected as unknown as Meant, 'reject');
}

function decides(view: TurnView): RoutingMatch | null {
  if (isRefusal(view)) {
    const meant = refused(view);
    return meant && deciding(meant.threads, 'reject');
  }
  const answer = answerToAny(view);
  const meant = answer === null ? null : consentedTo(view);
  if (!meant || !meant.threads.every((thread) => isPutTo(thread, meant, view))) return null;
  return answer === 'yes' || meant.threads.every(isAskedFor) ? deciding(meant.threads, 'approve') : null;
}

const deciding = (
  threads: Meant,
  decision: 'approve' | 'reject',
  otherwise: readonly ProposedThread[] = [],
): RoutingMatch => ({
  threadId: threads[0].threadId,
  action: { do: 'decide_approval', threads, decision, otherwise },
});

/** The whole message is a no; or it is a clear no to the only open proposal, whatever else it says. */
const isRefusal = memoise((view: TurnView): boolean => {
  const { session, answer } = view;
  const exact = answerToAny(view);
  if (exact !== null) return exact === 'no';
  return answer?.thread.phase === 'proposed' && answer.value === false && proposalsOf(session).length > 0;
});

/** An earlier message cannot be about it. */
const isSeen = ({ approvals }: ProposedThread, { receivedAt }: TurnView['turn']): boolean => {
  const [first] = approvals;
  return first === undefined || receivedAt >= first.askedAt;
};

/**
 * It was the latest question to the person: a yes does not reach back behind another question or something withdrawn,
 * nor does it count for a proposal that came after it. A button, and an answer that names its object, count anyway.
 */
function isPutTo(thread: ProposedThread, { isNamed }: Address, { turn, whole, language }: TurnView): boolean {
  if (turn.answerTo !== undefined) return true;
  if (!isSeen(thread, turn)) return false;
  const { put } = whole.turns;
  const isLatest =
    put?.threadId === thread.threadId &&
    (put.since === null || !(language.asking.has(put.since) || WITHDRAWN.has(put.since)));
  return isNamed || isLatest;
}

/** Several things wait for a yes, and it may be to any of them. */
function saysNotWhich(view: TurnView): RoutingMatch | null {
  const open = proposalsOf(view.whole);
  const meant = isRefusal(view) ? refused(view) : consentedTo(view);
  if (open.length < 2 || (answerToAny(view) === null && !isRefusal(view)) || meant !== null) return null;
  return say('which_approval', view.whole.turns.put?.threadId ?? open.at(-1)?.threadId ?? null, {
    choices: open.map((thread) => questionOf(thread).prompt),
  });
}

/** "yes, 5.50", where something else waits: a yes, but for its numbers. */
const isYesToNumber = ({ text, tokens, personal }: Utterance, language: TenantLanguage): boolean =>
  exactAnswer(
    utteranceWith(
      text,
      tokens.filter(({ word }) => !isQuantity(word, language)),
      personal,
    ),
    language,
    NOTHING_RESTATED,
  ) === 'yes';

const isQuantity = (word: string, { words }: TenantLanguage): boolean =>
  /\p{N}/u.test(word) || words.numbers.has(word) || words.grammar.measuring.has(word);

/** A yes with something else in it, or a yes to an older proposal: the open one is asked again. */
function isNoConsent(view: TurnView): RoutingMatch | null {
  const { turn, whole } = view;
  const thread = askedAgain(view);
  const replied = turn.replyToRequestId === undefined ? null : threadOfTurn(whole.turns, turn.replyToRequestId);
  if (!thread || (replied !== null && replied !== thread.threadId)) return null;
  return say('yes_no_reprompt', thread.threadId, { question: questionOf(thread).prompt });
}

function askedAgain(view: TurnView): ProposedThread | undefined {
  const { answer, session, subject, language } = view;
  if (answer?.thread.phase === 'proposed' && answer.value === true) return answer.thread;
  const said = answerToAny(view);
  if (said === 'yes' || said === 'nod') return consentedTo(view)?.threads[0];
  return said === null && isYesToNumber(subject, language) ? proposalsOf(session).at(-1) : undefined;
}
