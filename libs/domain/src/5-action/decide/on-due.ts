import type { Decision, DecisionContext, DueCommand } from '@arbiter/contracts';
import type { ActionState } from '../action-state';
import { compiledTool } from '../compiled-tool';
import { repeatClassOf } from '../repeat-class';
import { attemptLimit } from '../retry';
import { nextDispatch, sendByOf } from './dispatch';
import { failed, unknown } from './endings';
import { onExpiry } from './on-approval-given';

type InFlight = Extract<ActionState, { status: 'dispatched' | 'waiting' }>;

/** A timer of the stream went off: see timers.ts for what sets and clears it. */
export function onDue(state: ActionState, { key }: DueCommand, context: DecisionContext): Decision {
  switch (key) {
    case 'expiry':
      return onExpiry(state);
    case 'retry':
      return state.status === 'waiting' ? again(state, state.unsettled, context) : { ignored: 'not_waiting' };
    case 'send':
      if (state.status !== 'dispatched') return { ignored: 'not_in_flight' };
      // A timer of an attempt before this one; the timer of this one is still to come.
      if (context.now < state.sendBy) return { ignored: 'still_in_flight' };
      return interrupted(state, context);
    default:
      return { ignored: 'unknown_timer' };
  }
}

/** No outcome, and nothing can be sent any more: whoever was at it is gone. The class of the tool says what is safe (EX-19). */
function interrupted(state: InFlight, context: DecisionContext): Decision {
  const tool = compiledTool(context.artifacts, state.action.tool)?.definition;
  const repeat = tool ? repeatClassOf(tool) : 'none';
  if (tool && repeat !== 'none' && state.attempt < attemptLimit(tool, true, state.unsent)) return again(state, true, context);
  const cause = { code: 'interrupted', reason: 'the gateway was interrupted while the action was in flight' } as const;
  return [repeat === 'harmless' ? failed(state, cause, context.now) : unknown(state, cause.code, cause.reason, context.now)];
}

function again(state: InFlight, unsettled: boolean, context: DecisionContext): Decision {
  const tool = compiledTool(context.artifacts, state.action.tool)?.definition;
  if (!tool) {
    const reason = `the artifacts hold no tool ${state.action.tool} any more`;
    return [unsettled ? unknown(state, 'tool_unusable', reason, context.now) : failed(state, { code: 'tool_unusable', reason }, context.now)];
  }
  // Past its window the vendor would take the same key for a new request.
  if (unsettled && state.keyExpiresAt !== null && sendByOf(tool, context.now) > state.keyExpiresAt) {
    return [unknown(state, 'key_window_over', 'the vendor no longer remembers the idempotency key', context.now)];
  }
  return [nextDispatch(state, tool, context.now)];
}
