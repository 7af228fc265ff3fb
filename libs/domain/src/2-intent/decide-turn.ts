import type { Decision, DecisionContext, EventData, Fact, Incoming } from '@arbiter/contracts';
import { categorise, HANDOFF_INTENT, HANDOFF_QUESTION, threadOf, type Routing, type RoutingAction, type SessionState, type WaitingThread } from '../1-turn';
import { decideApproval } from './decide-approval';
import { openRequest } from './open-request';
import { endQuestion, endRequest, endRun } from './override-work';
import { clarifyRun, runRequested, sentence, templateRun, threadFollowed } from './session-facts';
import { MAXIMUM_ASKS } from './settle-intent';

type Received = EventData<'turn.received'>;

/** One turn: its routing, and in the end exactly one run of its own. */
export function decideTurn(state: SessionState, { data }: Incoming<'turn.received'>, context: DecisionContext): Decision {
  if (state.routed.includes(data.requestId)) return { ignored: 'already_routed' };
  const { category, rule, inputs, threadId, action } = categorise(data, state, context.artifacts);
  const routed: Fact = { name: 'turn.routed', data: { requestId: data.requestId, category, rule, inputs, threadId } };
  return [routed, ...act(state, data, { threadId, action }, context)];
}

function act(state: SessionState, turn: Received, { threadId, action }: Pick<Routing, 'threadId' | 'action'>, context: DecisionContext): readonly Fact[] {
  switch (action.do) {
    case 'end_run':
      return endRun(state, turn, action, context);
    case 'withdraw_request':
      return endRequest(state, turn, action, context);
    case 'close_question':
      return endQuestion(state, turn, action, context);
    case 'change_slot':
      return changeSlot(turn, action, context);
    case 'fill_slot':
      return fillSlot(turn, action, context);
    case 'decide_approval':
      return decideApproval(turn, action, context);
    case 'decide_handoff':
      return decideHandoff(turn, action, context);
    case 'request':
      return openRequest(state, turn, action.request, context);
    case 'say':
      return say(state, turn, threadId, action, context);
  }
}

type Act<What extends RoutingAction['do']> = Extract<RoutingAction, { do: What }>;

/** The topic runs again with what was corrected; the run it replaces takes no further step. */
function changeSlot(turn: Received, { thread, slots }: Act<'change_slot'>, context: DecisionContext): readonly Fact[] {
  const cancel: Fact = { name: 'run.cancel_requested', data: { runId: thread.runId, requestId: turn.requestId } };
  return [...(thread.cancelling ? [] : [cancel]), templateRun(turn, context, thread, slots)];
}

/** CL-08; a question that comes back although it was answered is capped as well (CL-09). */
function fillSlot(turn: Received, { thread, slots }: Act<'fill_slot'>, context: DecisionContext): readonly Fact[] {
  const isExhausted = (thread.asks[thread.question.key] ?? 0) > MAXIMUM_ASKS;
  return [
    isExhausted
      ? clarifyRun(turn, context, thread, { copy: 'clarification_cap', question: HANDOFF_QUESTION })
      : templateRun(turn, context, thread, slots),
  ];
}

function decideHandoff(turn: Received, { thread, isWanted }: Act<'decide_handoff'>, context: DecisionContext): readonly Fact[] {
  if (!isWanted) return closeWith(turn, thread, 'rejected', context);
  const intent = context.artifacts.intents.find((one) => one.intent === HANDOFF_INTENT);
  if (!intent) return closeWith(turn, thread, 'error_default', context);
  return [templateRun(turn, context, { threadId: thread.threadId, intentId: intent.intent, template: intent.template }, {})];
}

function closeWith(turn: Received, { threadId, runId, intentId }: WaitingThread, copy: string, context: DecisionContext): readonly Fact[] {
  return [
    threadFollowed(threadId, runId, 'done', { outcome: sentence(context, copy) }),
    runRequested(turn, context, { purpose: 'respond', threadId, intentId, copy }),
  ];
}

/** Says something about a thread, or to nobody in particular; nothing changes (RT-07, RT-09). */
function say(state: SessionState, turn: Received, threadId: string | null, { copy, args }: Act<'say'>, context: DecisionContext): readonly Fact[] {
  const intentId = (threadId === null ? null : threadOf(state, threadId)?.intentId) ?? null;
  return [runRequested(turn, context, { purpose: 'respond', threadId, intentId, copy, args })];
}
