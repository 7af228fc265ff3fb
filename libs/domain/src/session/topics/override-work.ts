import type { DecisionContext, Fact } from '@arbiter/contracts';
import { originOf } from '../decide/delivery';
import type { RoutedTurn } from '../decide/routed-turn';
import { runRequested } from '../../run-request';
import { sentence, threadFollowed } from '../decide/session-facts';
import type { RoutingAction } from '../routing/routing';
import { evolveSession } from '../state/evolve-session';
import { openRequest } from './open-request';

type Act<What extends RoutingAction['do']> = Extract<RoutingAction, { do: What }>;

/**
 * RT-12: the run ends the ordinary way, and this turn's run reports how; a turn with a request of its own goes on with
 * that.
 */
export function endRun(routed: RoutedTurn, { thread, request }: Act<'end_run'>): readonly Fact[] {
  const { threadId, runId, intentId } = thread;
  const { origin, context } = routed;
  const cancel: Fact = { name: 'run.cancel_requested', data: { runId, requestId: origin.requestId } };
  const next =
    request === null
      ? [runRequested(origin, context, { purpose: 'follow', threadId, intentId, follows: runId, copy: 'cancelled' })]
      : openRequest(routed, request);
  return [...(thread.cancelling ? [] : [cancel]), ...next];
}

/** A model is still being asked about an earlier turn: that turn ends here, and the answer will be ignored. */
export function endRequest(routed: RoutedTurn, { thread, request }: Act<'withdraw_request'>): readonly Fact[] {
  const { threadId, asked } = thread;
  const { state, context } = routed;
  const withdrawn = asked
    ? [runRequested(originOf(state, asked, null, false), context, { purpose: 'cancelled', threadId })]
    : [];
  const closed = closing(threadId, threadId, context);
  return [...withdrawn, closed, ...instead(after(routed, closed), threadId, request)];
}

/** The same for a turn that was not even routed: it never gets a category or a thread. */
export function withdrawTurn(routed: RoutedTurn, { asked, request }: Act<'withdraw_turn'>): readonly Fact[] {
  const withdrawn = runRequested(originOf(routed.state, asked, null, false), routed.context, { purpose: 'cancelled' });
  return [withdrawn, ...instead(after(routed, withdrawn), null, request)];
}

export function endQuestion(routed: RoutedTurn, { thread, request }: Act<'close_question'>): readonly Fact[] {
  const closed = closing(thread.threadId, thread.runId, routed.context);
  return [closed, ...instead(after(routed, closed), thread.threadId, request)];
}

/** A queued request has not begun, so it is only removed. */
export function leaveQueue(routed: RoutedTurn, { thread, request }: Act<'leave_queue'>): readonly Fact[] {
  const closed = closing(thread.threadId, thread.threadId, routed.context);
  return [closed, ...instead(after(routed, closed), thread.threadId, request)];
}

/** A topic that the person takes back is done, not failed. */
const closing = (threadId: string, runId: string, context: DecisionContext): Fact =>
  threadFollowed(threadId, runId, 'done', { outcome: sentence(context, 'cancelled') });

const after = (routed: RoutedTurn, fact: Fact): RoutedTurn => ({ ...routed, state: evolveSession(routed.state, fact) });

function instead(routed: RoutedTurn, threadId: string | null, request: string | null): readonly Fact[] {
  if (request !== null) return openRequest(routed, request);
  return [runRequested(routed.origin, routed.context, { purpose: 'respond', threadId, copy: 'cancelled' })];
}
