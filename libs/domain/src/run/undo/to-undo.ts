import type { ArtifactBundle, PlanStep } from '@arbiter/contracts';
import { ancestorsOf, isUnmet } from '../../plan';
import { hasEffect } from '../report/failure-copy';
import { isInFlight, kindOf, type ActingStep, type OpenRun, type StepRecord } from '../state/run';

/** A step whose plan says how it is undone. */
export type UndoableStep = ActingStep & { readonly undo: NonNullable<PlanStep['undo']> };

const isUndoable = (step: PlanStep): step is UndoableStep => step.undo !== undefined && step.onFailure === 'undo';

/**
 * SG-01: the steps of a stopped run to undo now, in reverse dependency order: they took effect, and nothing stands any
 * more that came after them. So what cannot be undone, or may have been done, keeps what it stands on.
 */
export function toUndo(run: OpenRun, bundle: ArtifactBundle): readonly UndoableStep[] {
  const steps = run.planned?.plan.steps ?? [];
  const ancestors = ancestorsOf(steps);
  const standing = steps.filter((step) => mayStand(run, step, bundle));
  return standing
    .filter(isUndoable)
    .filter((step) => tookEffect(step, run.steps[step.id]!))
    .filter(({ id }) => !standing.some((later) => ancestors.get(later.id)!.has(id)));
}

/** Whether an effect of a stopped run is undone now, or will be. */
export const hasWayBack = ({ planned, steps }: OpenRun): boolean =>
  (planned?.plan.steps ?? []).some((step) => {
    const record = steps[step.id];
    return record !== undefined && isUndoable(step) && (isInFlight(record) || tookEffect(step, record));
  });

/** Whether something may be in the world by this step. */
function mayStand(run: OpenRun, step: PlanStep, bundle: ArtifactBundle): boolean {
  const record = run.steps[step.id];
  if (record === undefined) return false;
  const calls = kindOf(run, step).calls(record) ?? [];
  if (calls.some(({ tool, status }) => MAY_STAND.has(status) && hasEffect(tool, bundle))) return true;
  return hasEffect(step.tool, bundle) && (MAY_STAND.has(record.status) || tookEffect(step, record));
}

const MAY_STAND: ReadonlySet<string> = new Set(['completed', 'unknown', 'running', 'suspended', 'compensation_failed']);

/** A result that is not what was expected is the result of an effect all the same. */
const tookEffect = (step: PlanStep, record: StepRecord): boolean =>
  record.status === 'completed' || (record.status === 'failed' && isUnmet(step, record.code));
