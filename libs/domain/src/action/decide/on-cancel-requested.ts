import type { Decision, DecisionContext, Fact, Incoming } from '@arbiter/contracts';
import { identityOf, type ActionIdentity } from '../state/action-request';
import type { ActionState } from '../state/action-state';
import { unknown } from './endings';

/**
 * EX-20: an action that has not been sent never will be. A cancel that overtakes its action leaves a tombstone. Its
 * action.cancelled is delivered like any other fact, so the run learns of it, and a later request finds the action
 * finished.
 */
export const onCancelRequested = (
  state: ActionState,
  { data }: Incoming<'action.cancel_requested'>,
  context: DecisionContext,
): Decision => cancelAction(state, identityOf(data), context);

/** `named` identifies the action by the cancel itself, for a stream that has no facts of it yet. */
export function cancelAction(state: ActionState, named: ActionIdentity, context: DecisionContext): Decision {
  switch (state.status) {
    case 'new':
    case 'handed_back':
      return [cancelled(named, 'cancelled_before_request')];
    case 'suspended':
      return [cancelled(state.action, 'cancelled')];
    case 'queued':
    case 'waiting':
      // "It will never be sent" would hide that it may have been: the person has to look.
      if (state.unsettled)
        return [
          unknown(state, 'cancelled_unsettled', 'it was cancelled after an attempt whose outcome is unknown', context),
        ];
      return [cancelled(state.action, 'cancelled')];
    case 'dispatched':
      return { ignored: 'in_flight' };
    case 'unknown':
    case 'finished':
      return { ignored: 'already_finished' };
  }
}

export const cancelled = (action: ActionIdentity, reason: string): Fact => ({
  name: 'action.cancelled',
  data: { ...action, reason },
});
