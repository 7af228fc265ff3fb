import type { ArtifactBundle } from '@arbiter/contracts';
import { leadsToRevision, playbookOfPlan } from '../../plan';
import { acts, stepOf, type EndedStep, type OpenRun } from '../state/run';

/** PL-18: whether a branch was broken by a failure that its plan does not foresee. */
export function isUnforeseen(run: OpenRun): boolean {
  const { branch, planned, brokenBy, steps } = run;
  if (!branch || !planned?.origin || brokenBy === null) return false;
  const step = stepOf(run, brokenBy);
  const { status, code } = steps[brokenBy] as EndedStep;
  return step !== undefined && acts(run, step) && status === 'failed' && leadsToRevision(step, code);
}

/** Whether a broken branch goes on with another plan, if there is one. */
const mayBeRevised = (run: OpenRun, bundle: ArtifactBundle): boolean =>
  isUnforeseen(run) &&
  !run.cancelling &&
  (run.revisions.awaited !== null || run.revisions.asked < mostRevisions(run, bundle));

/** Whether nothing of a run begins any more. */
export const isStopping = (run: OpenRun, bundle: ArtifactBundle): boolean =>
  run.cancelling || (run.brokenBy !== null && !mayBeRevised(run, bundle));

const mostRevisions = ({ planned }: OpenRun, bundle: ArtifactBundle): number =>
  playbookOfPlan(bundle, planned!.plan)?.definition.limits.revisions ?? 0;
