import { NOTHING_RESTATED, exactAnswer, grammarTables } from '../../language';
import { matchRequest } from '../../language/requests';
import { stemOf } from '../../language/stems';
import { contentOf, hitsOf, saysOnly } from '../../language/utterance';
import type { Suggestion } from '../reading/attachment';
import { vocabularyOf } from '../reading/deeds/vocabulary';
import { extractSlots } from '../reading/extract-slots';
import { sameOfAnother } from '../reading/addition';
import { isBareNumber } from '../reading/fit/free-text';
import { goingOnAt } from '../reading/override';
import { askingThreads, isOffer, offersPerson, type Answer } from '../reading/pending';
import type { TurnView } from '../reading/turn-view';
import { speaksOfAnother } from '../reading/wants';
import { WANTED, isOfPlatform, offerAskedAbout } from '../state/questions';
import { questionOf, type ProposedThread, type WaitingThread } from '../state/session-state';
import { titleOf } from '../state/title';
import { WITHDRAWN, threadOfTurn } from '../state/turns';
import { APPROVAL_RULES } from './approval-rules';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** RT-05, RT-15: an answer belongs to a question only when it fits it. */
export const PENDING_RULES: readonly RoutingRule[] = [
  ...APPROVAL_RULES,
  { category: 'answer_to_pending', rule: 'answer_only_hurries', match: hurries },
  { category: 'answer_to_pending', rule: 'answer_to_older_question', match: answersOlder },
  { category: 'answer_to_pending', rule: 'answer_says_which', match: saysWhich },
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
  if (thread && isNumberOnly(view, thread)) return putAgain(thread);
  if (!thread || answer || nudge || !(isSeen(suggestion, thread) || praises(view, thread))) return null;
  if (suggestion?.attachment !== 'corrects' && tellsOtherwise(view, thread)) return null;
  if (thread.phase === 'waiting' && !isOfPlatform(thread.question))
    return { threadId: thread.threadId, action: { do: 'tell_again', thread } };
  return putAgain(thread);
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
  return what === 'fill_slot' || (isJustOffered(answer, view) && !isAcknowledgement(view)) ? match : null;
}

/** "ok bye" takes no offer of the platform, and neither does "ok". */
const isAcknowledgement = ({ subject, language }: TurnView): boolean =>
  saysOnly(subject, language.words, language.filler, grammarTables(language.words).nodding) &&
  exactAnswer(subject, language, NOTHING_RESTATED) !== 'yes';

/** "stop asking and just do it": the question stays, and is put again. */
function hurries({ subject, session, override, language }: TurnView): RoutingMatch | null {
  const [thread] = askingThreads(session);
  if (!thread || override || goingOnAt(subject, language) === null || hitsOf(subject, language.override).length === 0)
    return null;
  return putAgain(thread);
}

const putAgain = (thread: ProposedThread | WaitingThread): RoutingMatch => {
  const { expectedType, prompt } = questionOf(thread);
  return say(expectedType === 'yes_no' ? 'yes_no_reprompt' : 'nudge_waiting', thread.threadId, { question: prompt });
};

/**
 * A yes, a no or a number that names nothing is for the question on the table. One that fits only an older question may
 * be meant for either; where a deed hangs on it, it is asked which.
 */
function answersOlder(view: TurnView): RoutingMatch | null {
  const { answer, whole, language } = view;
  if (answer?.thread.phase !== 'waiting' || isOffer(answer.thread, language) || isPointedAt(answer, view)) return null;
  const { thread, value } = answer;
  const { put } = whole.turns;
  const isLatest = put === null || put.threadId === thread.threadId;
  if (typeof value === 'boolean') return isLatest && !WITHDRAWN.has(put?.since ?? '') ? null : putAgain(thread);
  const onTable = isLatest ? undefined : askingThreads(whole).find(({ threadId }) => threadId === put.threadId);
  return onTable && thread.consent !== null && NUMBERED.has(answer.question.expectedType)
    ? say(WHICH, thread.threadId, { choices: [thread, onTable].flatMap(({ intentId }) => titled(intentId, language)) })
    : null;
}

const titled = (intentId: string | null, { intents }: TurnView['language']): readonly string[] =>
  intentId === null ? [] : [titleOf(intentId, intents)];

/** "the refund", right after the question which one is meant: its own question is put again. */
function saysWhich({ subject, whole, language }: TurnView): RoutingMatch | null {
  const said = contentOf(subject, language.words).map((index) => subject.tokens[index]?.word ?? '');
  if (whole.turns.put?.since !== WHICH || said.length === 0) return null;
  const [thread, ...others] = askingThreads(whole).filter(({ intentId }) => {
    const { mentioning } = vocabularyOf(intentId ?? '', language);
    return said.every((word) => mentioning.has(stemOf(word, language.words)));
  });
  return thread && others.length === 0 ? putAgain(thread) : null;
}

const WHICH = 'which_one';

const NUMBERED: ReadonlySet<string> = new Set(['identifier', 'number']);

/** By a button, by a reply to it, by its name, or by a model: then a deed is asked about first. */
const isPointedAt = ({ thread: { threadId }, isPlain }: Answer, view: TurnView): boolean => {
  const { turn, session, whole, suggestion } = view;
  return (
    turn.answerTo !== undefined ||
    (turn.replyToRequestId !== undefined && threadOfTurn(whole.turns, turn.replyToRequestId) === threadId) ||
    session.threads.length < whole.threads.length ||
    (!isPlain && suggestion?.attachment === 'answers' && suggestion.topic?.threadId === threadId)
  );
};

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
