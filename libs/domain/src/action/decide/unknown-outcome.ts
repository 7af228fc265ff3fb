import type { Decision, DecisionContext, Fact, Incoming, SettledOutcome } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { LookFinished } from '../action-inputs';
import type { ActionState, Unknown } from '../state/action-state';
import { LANDED_MILLISECONDS, MOST_LOOKS, canBeAsked, nextLookAt } from './looks';

/** EX-26: the timer `look` went off: the vendor is asked again, until it has been asked often enough. */
export function onLookDue(state: ActionState, { now, artifacts }: DecisionContext): Decision {
  if (state.status !== 'unknown') return { ignored: 'not_unknown' };
  const { action, looks, idempotencyKey, artifacts: hash, request } = state;
  if (looks >= MOST_LOOKS || !canBeAsked(state, artifacts))
    return [{ name: 'action.escalated', data: { ...action, looks, escalatedAt: now } }];
  const look = looks + 1;
  return [
    {
      name: 'action.look_requested',
      data: { ...action, look, nextAt: nextLookAt(look, now), idempotencyKey, artifacts: hash, request, askedAt: now },
    },
  ];
}

/** The vendor has answered: what it does not say is asked again later. */
export function onLookFinished(state: ActionState, { finding }: LookFinished, { now }: DecisionContext): Decision {
  if (state.status !== 'unknown') return { ignored: 'not_unknown' };
  switch (finding.kind) {
    case 'found':
      return [settledByVendor(state, 'done', finding.result, now)];
    case 'absent':
      return now >= instantAfter(state.since, LANDED_MILLISECONDS)
        ? [settledByVendor(state, 'not_done', null, now)]
        : { ignored: 'may_still_land' };
    case 'unavailable':
      return { ignored: 'not_said' };
  }
}

/** A person has found out. */
export function onSettlementReceived(
  state: ActionState,
  { data: { outcome, settledBy } }: Incoming<'action.settlement_received'>,
  { now }: DecisionContext,
): Decision {
  if (state.status !== 'unknown') return { ignored: 'not_unknown' };
  return [{ name: 'action.settled', data: { ...state.action, outcome, settledBy, result: null, settledAt: now } }];
}

export const settledByVendor = ({ action }: Unknown, outcome: SettledOutcome, result: unknown, now: string): Fact => ({
  name: 'action.settled',
  data: { ...action, outcome, settledBy: null, result, settledAt: now },
});
