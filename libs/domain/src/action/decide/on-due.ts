import type { Decision, DecisionContext, DueCommand } from '@arbiter/contracts';
import { compiledTool } from '../calls/compiled-tool';
import { repeatClassOf } from '../calls/repeat-class';
import type { ActionState } from '../state/action-state';
import { failed, unknown } from './endings';
import { onExpiry } from './on-approval-given';
import { onPlaceMissed } from './on-place-granted';
import { queuedAgain } from './queue';
import { onLookDue } from './unknown-outcome';

type InFlight = Extract<ActionState, { status: 'dispatched' | 'waiting' }>;

/** A timer of the stream is due: see timers.ts for the facts that set and clear it. */
export function onDue(state: ActionState, { key }: DueCommand, context: DecisionContext): Decision {
  switch (key) {
    case 'expiry':
      return onExpiry(state);
    case 'place':
      return onPlaceMissed(state, context);
    case 'retry':
      return state.status === 'waiting' ? again(state, state.unsettled, context) : { ignored: 'not_waiting' };
    case 'look':
      return onLookDue(state, context);
    case 'send':
      if (state.status !== 'dispatched') return { ignored: 'not_in_flight' };
      // A timer of an attempt before this one; the timer of this one is still to come.
      if (context.now < state.sendBy) return { ignored: 'still_in_flight' };
      return interrupted(state, context);
    default:
      return { ignored: 'unknown_timer' };
  }
}

/**
 * There is no outcome, and the sender is gone, so nothing more can be sent. The class of the tool tells what is safe
 * (EX-19).
 */
function interrupted(state: InFlight, context: DecisionContext): Decision {
  const tool = compiledTool(context.artifacts, state.action.tool)?.definition;
  const repeat = tool ? repeatClassOf(tool) : 'none';
  if (tool && repeat !== 'none' && state.tried < tool.maxAttempts) return again(state, true, context);
  const cause = { code: 'interrupted', reason: 'the gateway was interrupted while the action was in flight' } as const;
  return [
    repeat === 'harmless' ? failed(state, cause, context.now) : unknown(state, cause.code, cause.reason, context),
  ];
}

const again = (state: InFlight, unsettled: boolean, { now }: DecisionContext): Decision => [
  queuedAgain(state, { attempt: state.attempt + 1, tried: state.tried, unsettled, queuedAt: now }, now),
];
