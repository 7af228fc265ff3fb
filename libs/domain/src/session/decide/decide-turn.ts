import { localised, type Decision, type DecisionContext, type Fact, type Incoming } from '@arbiter/contracts';
import { firstAsk, intentRequested } from '../intent/ask-intent';
import { asAsked } from '../reading/deeds/asked-for';
import { isExhausted, slotsOf } from '../intent/settle-intent';
import type { SpokenTurn } from '../reading/turn-view';
import { categorise, type Routing } from '../routing/categorise';
import type { RoutingAction } from '../routing/routing';
import { evolveSession } from '../state/evolve-session';
import { threadOf, type SessionState } from '../state/session-state';
import { isRouted } from '../state/turns';
import { chooseIntent, decideHandoff, offerAgain, offerPerson, proposeAgain } from '../topics/offers';
import { openRequest } from '../topics/open-request';
import { endQuestion, endRequest, endRun, leaveQueue, withdrawTurn } from '../topics/override-work';
import { decideApproval } from './decide-approval';
import { originOf } from './delivery';
import { localisedTurn, type LocalisedTurn } from './localised-turn';
import type { RoutedTurn } from './routed-turn';
import { runRequested } from '../../run-request';
import { cappedRun, templateRun, threadFollowed } from './session-facts';

/** No more turns than this wait for a proposal before they are routed; a further one is routed without. */
export const MAXIMUM_WEIGHING = 20;

/**
 * One turn: its routing, and in the end exactly one run of its own. Where a proposal could change the routing, it is
 * asked for first.
 */
export function decideTurn(
  state: SessionState,
  { data }: Incoming<'turn.received'>,
  context: DecisionContext,
): Decision {
  if (isRouted(state.turns, data.requestId)) return { ignored: 'already_routed' };
  if (state.weighing.some(({ requestId }) => requestId === data.requestId)) return { ignored: 'already_weighed' };
  const { turn, switched, notSpoken } = localisedTurn(data, state, context);
  const speaking = { ...context, artifacts: localised(context.artifacts, turn.locale) };
  if (notSpoken !== null) return routeTurn(state, turn, notSpoken, null, speaking);
  return [...switched, ...decideSpoken(state, turn, speaking)];
}

function decideSpoken(state: SessionState, turn: LocalisedTurn['turn'], speaking: DecisionContext): readonly Fact[] {
  const routing = categorise(turn, state, speaking.artifacts);
  const asked = firstAsk(turn, turn.text, speaking);
  const isWorthAsking =
    routing.isTentative &&
    turn.answerTo === undefined &&
    turn.unreadable === undefined &&
    asked.eligible.length > 0 &&
    state.weighing.length < MAXIMUM_WEIGHING;
  return isWorthAsking
    ? [intentRequested(asked, null, state, speaking.artifacts)]
    : routeTurn(state, turn, routing, null, speaking);
}

/** The routing of a turn and its consequences. A turn that a model weighed may have been overtaken by later ones. */
export function routeTurn(
  state: SessionState,
  turn: SpokenTurn,
  routing: Routing,
  answer: RoutedTurn['answer'],
  context: DecisionContext,
): readonly Fact[] {
  const { requestId } = turn;
  const { category, rule, inputs, threadId, action } = routing;
  const routed: Fact = { name: 'turn.routed', data: { requestId, category, rule, inputs, threadId } };
  const origin = originOf(state, turn, threadId, answer === null || state.turns.latest === requestId);
  return [routed, ...act({ state: evolveSession(state, routed), turn, origin, answer, context }, threadId, action)];
}

function act(routed: RoutedTurn, threadId: string | null, action: RoutingAction): readonly Fact[] {
  switch (action.do) {
    case 'end_run':
      return endRun(routed, action);
    case 'withdraw_request':
      return endRequest(routed, action);
    case 'withdraw_turn':
      return withdrawTurn(routed, action);
    case 'close_question':
      return endQuestion(routed, action);
    case 'leave_queue':
      return leaveQueue(routed, action);
    case 'change_slot':
      return changeSlot(routed, action);
    case 'tell_again':
      return tellAgain(routed, action);
    case 'fill_slot':
      return fillSlot(routed, action);
    case 'decide_approval':
      return decideApproval(routed, action);
    case 'decide_handoff':
      return decideHandoff(routed, action);
    case 'choose_intent':
      return chooseIntent(routed, action);
    case 'offer_again':
      return offerAgain(routed, action);
    case 'propose_again':
      return proposeAgain(routed, action);
    case 'offer_person':
      return offerPerson(routed, action);
    case 'request':
      return openRequest(routed, action.request, action.like);
    case 'say':
      return say(routed, threadId, action);
  }
}

type Act<What extends RoutingAction['do']> = Extract<RoutingAction, { do: What }>;

/** The topic runs again with the corrected values; the run it replaces takes no further step. */
function changeSlot({ origin, context }: RoutedTurn, { thread, slots }: Act<'change_slot'>): readonly Fact[] {
  const cancel: Fact = { name: 'run.cancel_requested', data: { runId: thread.runId, requestId: origin.requestId } };
  const { name, data } = templateRun(
    origin,
    context,
    thread,
    slots,
    asAsked(thread.consent, 'changed', origin.requestId),
  );
  const lapsed =
    thread.phase === 'proposed'
      ? [threadFollowed(thread.threadId, thread.runId, 'in_progress', { endedAt: context.now })]
      : [];
  return [...(thread.cancelling ? [] : [cancel]), ...lapsed, { name, data: { ...data, replaces: thread.runId } }];
}

/**
 * The topic goes on with the other values of the text, and asks again for the missing one, unless it has asked often
 * enough (CL-09).
 */
function tellAgain({ turn, origin, answer, context }: RoutedTurn, { thread }: Act<'tell_again'>): readonly Fact[] {
  const intent = context.artifacts.intents.find((one) => one.intent === thread.intentId);
  const proposed = answer?.kind === 'intent' && answer.intentId === thread.intentId ? answer.slots : {};
  const args = { ...thread.slots, ...(intent ? slotsOf(intent, turn, proposed, context) : {}) };
  const isOver = intent !== undefined && isExhausted(intent, args, thread.asks, context);
  return [
    isOver
      ? cappedRun(origin, context, thread)
      : templateRun(origin, context, thread, args, asAsked(thread.consent, 'not_said_plainly', origin.requestId)),
  ];
}

/** CL-08; a question that comes back although it was answered is capped as well (CL-09). */
function fillSlot({ origin, context }: RoutedTurn, { thread, slots, isPlain }: Act<'fill_slot'>): readonly Fact[] {
  const consent = isPlain ? thread.consent : asAsked(thread.consent, 'answered_with_more', origin.requestId);
  const isAskedTooOften = (thread.asks[thread.question.key] ?? 0) > context.artifacts.conversation.mostQuestions;
  return [isAskedTooOften ? cappedRun(origin, context, thread) : templateRun(origin, context, thread, slots, consent)];
}

/** Sends a sentence about a thread, or in general; nothing changes (RT-07, RT-09). */
function say(
  { state, origin, context }: RoutedTurn,
  threadId: string | null,
  { copy, args }: Act<'say'>,
): readonly Fact[] {
  const intentId = (threadId === null ? null : threadOf(state, threadId)?.intentId) ?? null;
  return [runRequested(origin, context, { purpose: 'respond', threadId, intentId, copy, args })];
}
