import { matchRequest } from '../../language/requests';
import { hitsOf } from '../../language/utterance';
import type { Suggestion } from '../reading/attachment';
import { extractSlots } from '../reading/extract-slots';
import { sameOfAnother } from '../reading/addition';
import { isBareNumber } from '../reading/fit/free-text';
import { askingThreads, offersPerson, type Answer } from '../reading/pending';
import type { TurnView } from '../reading/turn-view';
import { speaksOfAnother } from '../reading/wants';
import { WANTED, isOfPlatform, offerAskedAbout } from '../state/questions';
import { questionOf, type ProposedThread, type WaitingThread } from '../state/session-state';
import { threadOfTurn } from '../state/turns';
import { APPROVAL_RULES } from './approval-rules';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** RT-05, RT-15: an answer belongs to a question only when it fits it. */
export const PENDING_RULES: readonly RoutingRule[] = [
  ...APPROVAL_RULES,
  { category: 'answer_to_pending', rule: 'answer_decides_handoff', match: (view) => answered(view, 'decide_handoff') },
  { category: 'answer_to_pending', rule: 'answer_chooses_intent', match: (view) => answered(view, 'choose_intent') },
  {
    category: 'answer_to_pending',
    rule: 'answer_takes_up_ended_offer',
    match: (view) => answered(view, 'propose_again'),
  },
  { category: 'answer_to_pending', rule: 'answer_fills_slot', match: (view) => answered(view, 'fill_slot') },
];

/**
 * An answer that does not name its choice: nothing is decided. The topic of a question goes on with the other values of
 * the text and asks again (CL-09); an offer or an approval is repeated.
 */
export const UNSAID_ANSWER_RULE: RoutingRule = {
  category: 'answer_to_pending',
  rule: 'answer_is_not_said',
  match: isNotSaid,
};

function isNotSaid(view: TurnView): RoutingMatch | null {
  const { suggestion, answer, nudge, session } = view;
  const [thread] = askingThreads(session);
  if (thread && isNumberOnly(view, thread))
    return say('nudge_waiting', thread.threadId, { question: questionOf(thread).prompt });
  if (!thread || answer || nudge || !(isSeen(suggestion, thread) || praises(view, thread))) return null;
  if (suggestion?.attachment !== 'corrects' && tellsOtherwise(view, thread)) return null;
  if (thread.phase === 'waiting' && !isOfPlatform(thread.question))
    return { threadId: thread.threadId, action: { do: 'tell_again', thread } };
  const { expectedType, prompt } = questionOf(thread);
  return say(expectedType === 'yes_no' ? 'yes_no_reprompt' : 'nudge_waiting', thread.threadId, { question: prompt });
}

/** A bare number beside a question for a text, while it asks the same of nothing else: the question is repeated. */
const isNumberOnly = ({ subject, session, language }: TurnView, thread: ProposedThread | WaitingThread): boolean =>
  questionOf(thread).expectedType === 'freeform' &&
  isBareNumber(subject, language) &&
  sameOfAnother({ subject, session, language }) === null;

/**
 * After an offer ("how about this one?") people go on to the next thing: only a model that knows the open topics can
 * tell that from an answer.
 */
function isSeen(suggestion: Suggestion | null, thread: ProposedThread | WaitingThread): boolean {
  if (suggestion?.attachment === 'corrects') return true;
  return (
    suggestion?.attachment === 'answers' &&
    !(suggestion.isInferred && questionOf(thread).expectedType === 'choice_or_yes_no')
  );
}

/** The list of acknowledgements. */
const ACKNOWLEDGED = 'filler_acknowledged';

/** "Great. Can I smoke there?" praises the proposal, and is no yes. */
function praises({ subject, language }: TurnView, thread: ProposedThread | WaitingThread): boolean {
  const request = matchRequest(language.requests, subject);
  if (thread.phase !== 'proposed' || (request !== null && request !== thread.intentId)) return false;
  const praise = [
    ...hitsOf(subject, language.approving),
    ...hitsOf(subject, language.filler).filter(({ phrase }) => phrase.list === ACKNOWLEDGED),
  ];
  const leads = praise.some(({ index }) =>
    subject.tokens.slice(0, index).every(({ word }) => language.words.neutral.has(word)),
  );
  return leads && !speaksOfAnother(subject, { intentId: thread.intentId, question: questionOf(thread) }, language);
}

/**
 * The same kind of request about something else ("refund order 1001", while the refund of 1004 waits for its yes) is no
 * answer.
 */
function tellsOtherwise(
  { said, language, turn }: TurnView,
  { intentId, slots: known }: ProposedThread | WaitingThread,
): boolean {
  const intent = language.intents.find((one) => one.intent === intentId);
  const slots = intent ? extractSlots(intent, said, language, turn.receivedAt).slots : {};
  return Object.entries(slots).some(([name, value]) => Object.hasOwn(known, name) && known[name] !== value);
}

function answered(
  view: TurnView,
  what: 'decide_handoff' | 'choose_intent' | 'propose_again' | 'fill_slot',
): RoutingMatch | null {
  const { answer } = view;
  const match = answer && answering(answer);
  if (match?.action.do !== what) return null;
  return what === 'fill_slot' || isJustOffered(answer, view) ? match : null;
}

/** An offer of the platform itself is taken up right away or not at all: a yes after something else is not about it. */
function isJustOffered(answer: Answer | null, { turn, whole }: TurnView): boolean {
  const threadId = answer?.thread.threadId;
  const isPointedAt =
    turn.answerTo !== undefined ||
    (turn.replyToRequestId !== undefined && threadOfTurn(whole.turns, turn.replyToRequestId) === threadId);
  return isPointedAt || (whole.turns.put?.threadId === threadId && whole.turns.put?.since === null);
}

/** The effect of an answer on the thread that waited for it; null for a proposal, which takes an exact answer only. */
export function answering({ thread, question, value, isExact, isPlain }: Answer): RoutingMatch | null {
  const { threadId } = thread;
  if (thread.phase === 'proposed') return null;
  if (offersPerson(thread))
    return { threadId, action: { do: 'decide_handoff', thread, isWanted: value === true, isExact } };
  if (question.key === WANTED && typeof value === 'boolean')
    return { threadId, action: { do: 'decide_handoff', thread, isWanted: value, isExact } };
  if (question.key === WANTED)
    return { threadId, action: { do: 'choose_intent', thread, title: String(value), isPlain } };
  const answerTo = offerAskedAbout(question);
  if (answerTo !== null)
    return { threadId, action: { do: 'propose_again', thread, answerTo, isWanted: value === true } };
  return { threadId, action: { do: 'fill_slot', thread, slots: { ...thread.slots, [question.key]: value }, isPlain } };
}
