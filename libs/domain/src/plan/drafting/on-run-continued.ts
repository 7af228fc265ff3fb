import type { Decision, Incoming } from '@arbiter/contracts';
import { forModels } from '../playbook/out-of-models';
import type { PlanState } from '../state/plan-state';

/** P5, PL-28: a continued run or branch waits at its key again, with its grants. */
export function onRunContinued(state: PlanState, { data }: Incoming<'run.continued'>): Decision {
  if (!('awaited' in state) || state.awaited === null || !state.isPostponed) return { ignored: 'not_postponed' };
  const { pause: pauses } = data;
  if (state.awaited.pauses !== null && pauses <= state.awaited.pauses) return { ignored: 'postponed_since' };
  const granted = { ...state.awaited.granted, ...forModels(data.granted) };
  const given = Object.keys(granted).length === 0 ? {} : { granted };
  return state.phase === 'awaiting'
    ? [{ name: 'plan.awaited', data: { ...state.awaited, pauses, ...given } }]
    : [{ name: 'revision.awaited', data: { ...state.awaited, pauses, ...given } }];
}
