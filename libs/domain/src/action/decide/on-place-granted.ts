import type { Decision, DecisionContext } from '@arbiter/contracts';
import type { PlaceGranted } from '../action-inputs';
import { compiledTool } from '../calls/compiled-tool';
import type { ActionState, Queued } from '../state/action-state';
import { dispatch, sendByOf } from './dispatch';
import { failed, unknown, type Cause } from './endings';
import { hasWaitedTooLong, takenUp } from './queue';

/** The attempt has its place. Once it is dispatched it may be sent; whatever came first meanwhile, it is not. */
export function onPlaceGranted(state: ActionState, { attempt }: PlaceGranted, context: DecisionContext): Decision {
  if (state.status !== 'queued') return { ignored: 'not_queued' };
  if (attempt !== state.attempt) return { ignored: 'another_attempt' };
  const tool = compiledTool(context.artifacts, state.action.tool)?.definition;
  if (!tool)
    return [
      ending(
        state,
        { code: 'tool_unusable', reason: `the artifacts hold no tool ${state.action.tool} any more` },
        context,
      ),
    ];
  // Past its window the vendor would take the same key for a new request.
  if (state.unsettled && state.keyExpiresAt !== null && sendByOf(tool, context.now) > state.keyExpiresAt) {
    return [unknown(state, 'key_window_over', 'the vendor no longer remembers the idempotency key', context)];
  }
  return [dispatch(state, tool, context.now)];
}

/** The timer `place` went off: the process that commits that takes it up anew, until it has waited for too long. */
export function onPlaceMissed(state: ActionState, context: DecisionContext): Decision {
  if (state.status !== 'queued') return { ignored: 'not_queued' };
  // A timer of the time before; this one's is still to come.
  if (context.now < state.takeUpAt) return { ignored: 'still_queued' };
  if (!hasWaitedTooLong(state.queuedAt, context.now)) return [takenUp(state, context.now)];
  return [
    ending(state, { code: 'rate_limited', reason: `there was no place to send it since ${state.queuedAt}` }, context),
  ];
}

const ending = (
  state: Queued,
  { code, reason }: Cause & { readonly code: 'tool_unusable' | 'rate_limited' },
  context: DecisionContext,
) => (state.unsettled ? unknown(state, code, reason, context) : failed(state, { code, reason }, context.now));
