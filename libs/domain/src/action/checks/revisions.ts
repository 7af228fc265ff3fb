import { activePlaybook, goneAfter, type GoneStep, type Plan, type Provenance } from '@arbiter/contracts';
import { compileRevision, leadsToRevision, revisedHash, sweepStepOf } from '../../plan';
import { branchPlan, stepCompleted } from '../../run';
import { isSamePlan } from './same-plan';

const judged = new WeakMap<object, string | null>();

/**
 * PL-18, CP-11: why the revisions of a branch's plan do not follow from its failures; null when they do. Checked once
 * per branch and plan.
 */
export function revisionDifference(provenance: Provenance): string | null {
  const { branch } = provenance;
  if (!branch || branch.revisions.length === 0) return null;
  const known = judged.get(branch);
  if (known !== undefined) return known;
  const difference = differenceIn(provenance);
  judged.set(branch, difference);
  return difference;
}

/** Compiles each revision again, with the plan before it and the end of the step that failed. */
function differenceIn({ plan: { data: own }, request, artifacts, branch }: Provenance): string | null {
  const { plan: whole, revisions } = branch!;
  const active = request.data.instance && activePlaybook(artifacts, request.data.instance.playbook);
  if (!active || !whole.data.drawnUp) return 'the recorded plan cannot be revised';
  let [parent, plan, parentHash] = [whole.data.drawnUp.proposal, whole.data.plan, whole.data.planHash];
  let gone: readonly GoneStep[] = [];
  for (const [index, { accepted, failure }] of revisions.entries()) {
    const { requestId, revision, stepId, code, drawnUp, planHash } = accepted.data;
    if (requestId !== own.requestId || revision !== index + 1 || accepted.customerId !== whole.customerId)
      return 'a recorded revision is of another branch';
    if (revision > active.definition.limits.revisions)
      return 'the plan was revised more often than its playbook allows';
    if (!hasFailed(failure, stepId, code, planOf(plan), own.args))
      return 'a recorded revision was made upon no such failure';
    const of = { parent, stepId, code, gone: [...gone] };
    const compiled = compileRevision(drawnUp.proposal, of, active, artifacts);
    if (!('steps' in compiled) || !isSamePlan(compiled, accepted.data.plan))
      return 'a recorded revision is not what its proposal says';
    if (revisedHash(accepted.data.plan, parentHash) !== planHash)
      return 'a recorded revision does not have the hash it is named by';
    [parent, plan, parentHash, gone] = [drawnUp.proposal, accepted.data.plan, planHash, goneAfter(of)];
  }
  return null;
}

const planOf = (whole: Plan): Plan => branchPlan(whole, sweepStepOf(whole)!.forEach);

type Failure = NonNullable<Provenance['branch']>['revisions'][number]['failure'];

/** By the recorded end of its action; the caller's claim has no part in it. */
function hasFailed(failure: Failure, stepId: string, code: string, plan: Plan, args: Record<string, unknown>): boolean {
  const step = plan.steps.find(({ id }) => id === stepId);
  if (!failure || !step || failure.data.stepId !== stepId || !leadsToRevision(step, code)) return false;
  const ended = stepCompleted(failure, { plan, planHash: '', fallback: false, args }, failure.time).data;
  return ended.status === 'failed' && ended.code === code;
}
