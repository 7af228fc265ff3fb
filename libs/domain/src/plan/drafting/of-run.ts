import { activePlaybook, type Decision, type DecisionContext, type FactOf, type Incoming } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { rejection } from '../compile/rejection';
import { compilePlaybook } from '../playbook/compile-playbook';
import { outOfModels } from '../playbook/out-of-models';
import { planKeyOf } from '../playbook/plan-key';
import { rejectedRun, runOf } from '../rejected-run';
import type { RunRequest } from '../../run-request';
import type { PlanState } from '../state/plan-state';
import { staleAnswer } from './stale-answer';

/** PL-14: the key under which the plan of a playbook's run is kept, whichever run is the first to need it. */
export function awaited(request: RunRequest, { artifacts }: DecisionContext): FactOf<'plan.awaited' | 'plan.rejected'> {
  const { instance, fallback, args } = request;
  const active = instance && activePlaybook(artifacts, instance.playbook);
  if (!active)
    return rejectedRun(
      runOf(request),
      rejection('unknown_playbook', `the tenant has switched on no playbook ${instance?.playbook ?? '(none named)'}`),
    );
  const { playbook } = active.definition;
  return {
    name: 'plan.awaited',
    data: { ...runOf(request), playbook, planKey: planKeyOf(active, artifacts), fallback, args, pauses: 0 },
  };
}

/** P1: the plan under the key, compiled with the artifacts that the run is pinned to. */
export function onPlanKnown(
  state: PlanState,
  { name, data: { planKey, proposal } }: Incoming<'plan.cache_hit' | 'plan.drawn_up'>,
  { artifacts }: DecisionContext,
): Decision {
  if (state.phase !== 'awaiting') return { ignored: 'not_awaiting' };
  const { playbook, fallback, args, planKey: awaitedKey } = state.awaited;
  if (planKey !== awaitedKey) return { ignored: 'another_key' };
  const run = runOf(state.awaited);
  if ('hold' in proposal) return [rejectedRun(run, rejection('invalid_plan', 'a revision stands under its key'))];
  const plan = compilePlaybook(proposal, activePlaybook(artifacts, playbook)!, artifacts);
  if (!('steps' in plan)) {
    const [first] = plan;
    return [rejectedRun(run, rejection('invalid_plan', `${first!.node}: ${first!.reason}; ${first!.fix}`))];
  }
  const planHash = canonicalHash({ plan, args });
  const cache = name === 'plan.cache_hit' ? 'hit' : 'miss';
  return [
    { name: 'plan.accepted', data: { ...run, planHash, plan, fallback, args, drawnUp: { planKey, cache, proposal } } },
  ];
}

export function onDraftFailed(
  state: PlanState,
  { data }: Incoming<'plan.draft_failed'>,
  { artifacts }: Pick<DecisionContext, 'artifacts'>,
): Decision {
  if (state.phase !== 'awaiting') return { ignored: 'not_awaiting' };
  const stale = staleAnswer(state, state.awaited, data);
  if (stale) return stale;
  const { playbook, pauses, granted } = state.awaited;
  if (data.budget !== undefined) {
    const reason = outOfModels(activePlaybook(artifacts, playbook)?.definition, data.budget, granted);
    return [{ name: 'plan.postponed', data: { ...runOf(state.awaited), pauses, reason } }];
  }
  return [rejectedRun(runOf(state.awaited), rejection('no_plan', `${data.reason}: ${data.detail}`))];
}
