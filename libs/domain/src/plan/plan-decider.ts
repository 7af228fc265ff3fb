import {
  localised,
  type Decider,
  type Decision,
  type DecisionContext,
  type Fact,
  type FactOf,
  type Incoming,
} from '@arbiter/contracts';
import { canonicalHash } from '../canonical-hash';
import { compilePlan } from './compile/compile-plan';
import { isRejection, rejection, type PlanRejection } from './compile/rejection';
import { onAwaited, onDraftAnswered, onDraftDue } from './drafting/plan-key';
import {
  declined,
  onRevisionFailed,
  onRevisionKnown,
  onRevisionRequested,
  revisionSkipped,
} from './drafting/of-branch';
import { awaited, onDraftFailed, onPlanKnown } from './drafting/of-run';
import { onRunContinued } from './drafting/on-run-continued';
import type { PlanInput } from './plan-inputs';
import { rejectedRun, runOf } from './rejected-run';
import { UNDECIDED, evolvePlan, type PlanState } from './state/plan-state';
import { planTimers } from './timers';

/** The artifacts a plan is compiled with: the ones its run is pinned to. */
export function artifactsOfPlan(state: PlanState, input: PlanInput): string | null {
  if ('data' in input && 'artifacts' in input.data) return input.data.artifacts;
  if (state.phase === 'awaiting' || state.phase === 'branch') return state.awaited?.artifacts ?? null;
  return state.phase === 'key' ? (state.draft?.request.artifacts ?? null) : null;
}

/**
 * Compiles a run's request into a plan, or a branch's failure into a revised one, or refuses (PL-01 to PL-04, PL-12 to
 * PL-18).
 */
export const planDecider: Decider<PlanState, PlanInput> = {
  category: 'plan',
  initial: () => UNDECIDED,
  evolve: evolvePlan,
  decide,
  due: planTimers,
  skip,
};

/** A run or branch that cannot be planned at all is told so, and does not wait. */
function skip(state: PlanState, input: PlanInput, cause: string): readonly Fact[] {
  if (state.phase === 'undecided' && input.name === 'run.requested')
    return [rejectedRun(runOf(input.data), rejection('internal', cause))];
  if (input.name === 'revision.requested') return revisionSkipped(state, input, cause);
  return state.phase === 'branch' && state.awaited ? [declined(state.awaited, 'no_plan', cause)] : [];
}

function decide(state: PlanState, input: PlanInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'run.requested':
      return onRunRequested(state, input, context);
    case 'revision.requested':
      return onRevisionRequested(state, input);
    case 'plan.awaited':
    case 'revision.awaited':
      return onAwaited(state, input, context);
    case 'draft.answered':
      return onDraftAnswered(state, input, context);
    case 'due':
      return onDraftDue(state, input.key, context);
    case 'plan.cache_hit':
      return state.phase === 'branch' ? onRevisionKnown(state, input, context) : onPlanKnown(state, input, context);
    case 'plan.drawn_up':
      return onPlanKnown(state, input, context);
    case 'plan.revised':
      return onRevisionKnown(state, input, context);
    case 'plan.draft_failed':
      return state.phase === 'branch' ? onRevisionFailed(state, input, context) : onDraftFailed(state, input, context);
    case 'run.continued':
      return onRunContinued(state, input);
  }
}

/** P1, PL-27: a run is planned once. */
function onRunRequested({ phase }: PlanState, input: Incoming<'run.requested'>, context: DecisionContext): Decision {
  const { data } = input;
  if (phase !== 'undecided') return { ignored: 'already_planned' };
  if (data.purpose === 'playbook') return [awaited(data, context)];
  const plan = compilePlan(data, localised(context.artifacts, data.delivery.locale));
  if (isRejection(plan)) return [rejected(input, plan)];
  const { fallback, args, personal, recognised } = data;
  const given = { ...(personal && { personal }), ...(recognised && { recognised }) };
  const planHash = canonicalHash({ plan, args });
  return [{ name: 'plan.accepted', data: { ...runOf(data), planHash, plan, fallback, args, ...given } }];
}

const rejected = ({ data }: Incoming<'run.requested'>, because: PlanRejection): FactOf<'plan.rejected'> =>
  rejectedRun(runOf(data), because);
