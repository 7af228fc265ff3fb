import type { Utterance } from '../../language';
import { isRequest } from '../../language/requests';
import { topicSpokenOf } from '../reading/about-topic';
import { plainRequestsFor } from '../reading/deeds/plain-request';
import { fit } from '../reading/fit/fit';
import { answerIn } from '../reading/pending';
import { stopsSomethingElse, withoutTurn } from '../reading/stopped';
import type { TurnView } from '../reading/turn-view';
import { slotQuestion } from '../state/questions';
import {
  hasOpenRun,
  isAsking,
  isWorking,
  type SessionState,
  type Thread,
  type ThreadWithRun,
} from '../state/session-state';
import { answering } from './pending-rules';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** RT-04, RT-12, RT-14: overrides come first, whatever is pending. */
export const OVERRIDE_RULES: readonly RoutingRule[] = [
  { category: 'override', rule: 'override_answers_question', match: answersQuestion },
  { category: 'override', rule: 'override_changes_slot', match: changesSlot },
  { category: 'override', rule: 'override_replaces_work', match: replacesWork },
  { category: 'override', rule: 'override_ends_run', match: (view) => endsWork(view, 'end_run') },
  { category: 'override', rule: 'override_withdraws_request', match: (view) => endsWork(view, 'withdraw_request') },
  { category: 'override', rule: 'override_closes_question', match: (view) => endsWork(view, 'close_question') },
  { category: 'override', rule: 'override_leaves_queue', match: (view) => endsWork(view, 'leave_queue') },
  { category: 'override', rule: 'override_finds_nothing', match: findsNothing },
];

/**
 * The object of an override: the latest work under way, else the latest open question, else work that is being
 * cancelled already.
 */
function overridden({ threads }: SessionState): Thread | null {
  const isCancelling = (thread: Thread) => hasOpenRun(thread) && thread.cancelling;
  const live = threads.filter((thread) => !isCancelling(thread));
  return live.findLast(isWorking) ?? live.findLast(isAsking) ?? threads.at(-1) ?? null;
}

/** "actually, 1003" to the open question for a number; an ending word is no yes and no no ("stop, no"). */
function answersQuestion({ override, session, language, turn }: TurnView): RoutingMatch | null {
  if (!override?.apart) return null;
  const answer = answerIn(session, override.rest, language, turn.receivedAt);
  return answer && !(override.ends && typeof answer.value === 'boolean') ? answering(answer) : null;
}

/** "no wait, make it 1003" while something runs for 1002 */
function changesSlot({ override, session, language, turn }: TurnView): RoutingMatch | null {
  const thread = overridden(session);
  if (!override?.apart || !thread || !hasOpenRun(thread)) return null;
  const slots = language.intents.find(({ intent }) => intent === thread.intentId)?.slots ?? [];
  for (const slot of slots.filter(
    ({ name, expectedType }) => expectedType !== 'freeform' && Object.hasOwn(thread.slots, name),
  )) {
    const stakes = { level: 'none', intentId: thread.intentId, slots: thread.slots } as const;
    const fitting = fit(slotQuestion(slot), override.rest, { language, now: turn.receivedAt, stakes });
    if (fitting && fitting.value !== thread.slots[slot.name]) return changing(thread, slot.name, fitting.value);
  }
  return null;
}

const changing = (thread: ThreadWithRun, name: string, value: unknown): RoutingMatch => ({
  threadId: thread.threadId,
  action: { do: 'change_slot', thread, slots: { ...thread.slots, [name]: value } },
});

/** "stop, refund order 1003" */
function replacesWork({ override, session, language, turn }: TurnView): RoutingMatch | null {
  const thread = overridden(session);
  if (!override?.apart || !thread || !isRequest(override.rest, language.requests)) return null;
  return { ...ending(thread, override.rest.text), threadId: turn.requestId };
}

/** A steering word alone ends the current work; with more content the text is for the other rules. */
function endsWork(
  { turn, override, session, whole, language }: TurnView,
  what: 'end_run' | 'withdraw_request' | 'close_question' | 'leave_queue',
): RoutingMatch | null {
  const thread = overridden(session);
  if (!thread || !override || !(override.ends || override.bare)) return null;
  if (stopsSomethingElse(override, withoutTurn(whole, turn.requestId), language)) return null;
  const match = ending(thread, null);
  return match.action.do === what ? match : null;
}

function ending(thread: Thread, request: string | null): RoutingMatch {
  const { threadId } = thread;
  switch (thread.phase) {
    case 'classifying':
      return { threadId, action: { do: 'withdraw_request', thread, request } };
    case 'running':
    case 'proposed':
      return { threadId, action: { do: 'end_run', thread, request } };
    case 'waiting':
      return { threadId, action: { do: 'close_question', thread, request } };
    case 'queued':
      return { threadId, action: { do: 'leave_queue', thread, request } };
  }
}

/** "cancel it", where nothing is under way and the current topic is its object, asks for the deed. */
const isDeedUponTopic = ({ said, session, language, turn }: TurnView): boolean =>
  topicSpokenOf(session) !== null &&
  said.tokens.length > 1 &&
  language.intents.some((intent) => plainRequestsFor(intent, said, language, turn.receivedAt).length > 0);

function findsNothing(view: TurnView): RoutingMatch | null {
  const { turn, override, session, whole, language } = view;
  if (!override || overridden(session) || isDeedUponTopic(view)) return null;
  if (stopsSomethingElse(override, withoutTurn(whole, turn.requestId), language)) return null;
  return override.bare || (override.ends && !override.apart && !goesOn(override.rest))
    ? say('nothing_to_cancel', null)
    : null;
}

/** "I've changed my mind about the tea. Refund order 1003": another sentence follows. */
const goesOn = ({ tokens }: Utterance): boolean =>
  tokens.some(({ opensSentence }, index) => index > 0 && opensSentence);
