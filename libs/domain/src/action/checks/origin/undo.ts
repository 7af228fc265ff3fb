import {
  actionIdOf,
  stepEndsIn,
  type ActionEnd,
  type ActionOrigin,
  type PlanStep,
  type Provenance,
  type RecordedOf,
  type Values,
} from '@arbiter/contracts';
import { argsOfUndo, resolveBindings } from '../../../plan';
import { undoKeyOf } from '../../../run';
import { PASS, deny, type Finding, type NamedCheck, type Subject } from '../finding';
import { planDifference } from '../recorded-plan';
import { resultsBefore } from '../steps-before';
import { differing, otherRun } from './claim';

type UndoOrigin = Extract<ActionOrigin, { readonly kind: 'undo' }>;

/** SG-05: the undo that the pinned plan gives for an action that was done, of a run that stopped. */
export const undo = (origin: UndoOrigin): readonly NamedCheck[] => [
  ['plan', (subject) => standsInPlan(origin, subject)],
  ['stopped', ({ context: { provenance } }) => hasStopped(provenance!)],
];

function standsInPlan(origin: UndoOrigin, subject: Subject): Finding {
  const { provenance } = subject.context;
  if (!provenance) return deny('plan_missing', 'the log holds no plan of this run');
  const { asked } = subject;
  const planned = provenance.plan.data.plan.steps.find(({ id }) => id === asked.stepId);
  if (planned?.undo === undefined || planned.onFailure !== 'undo' || planned.undo.tool !== asked.tool)
    return deny('plan_mismatch', `the plan does not undo step ${asked.stepId} by ${asked.tool}`);
  const difference = planDifference(provenance) ?? otherRun(subject, provenance);
  if (difference !== null) return deny('plan_mismatch', difference);
  const done = successOf(origin, asked.stepId, provenance);
  if (done === null) return deny('origin_unproven', `the log does not hold that ${origin.of} was done`);
  const other = deedDifference(origin, subject, planned, done.data.result, provenance);
  return other === null ? PASS : deny('plan_mismatch', other);
}

/** Where the end of an action left open whether it was done, it may have become known later. */
function successOf(
  { of }: UndoOrigin,
  stepId: string,
  { ends, settled }: Provenance,
): RecordedOf<'action.succeeded' | 'action.settled'> | null {
  const isOf = ({ data }: ActionEnd | RecordedOf<'action.settled'>) => data.actionId === of && data.stepId === stepId;
  const end = ends.find(isOf);
  if (end?.name === 'action.succeeded') return end;
  return settled?.data.outcome === 'done' && isOf(settled) ? settled : null;
}

function deedDifference(
  origin: UndoOrigin,
  { asked }: Subject,
  { undo: planned, args }: PlanStep,
  result: unknown,
  provenance: Provenance,
): string | null {
  const { data } = provenance.plan;
  const done: Values = resolveBindings(args, { args: data.args, results: resultsBefore(provenance) });
  return differing(
    {
      action: actionIdOf(data.requestId, origin),
      scope: data.plan.scope,
      args: argsOfUndo(planned!, { args: done, result }),
      key: undoKeyOf(provenance.request.tenant, origin.of),
    },
    { action: asked.actionId, scope: asked.scope, args: asked.args, key: asked.idempotencyKey },
  );
}

/** Nothing is undone of a run that goes on, or that ended well. */
function hasStopped({ plan: { data }, stops = [] }: Provenance): Finding {
  const required = new Set(data.plan.steps.filter(({ optional }) => !optional).map(({ id }) => id));
  const isStopped = stops.some(
    (fact) =>
      fact.name === 'run.cancelling' ||
      stepEndsIn(fact).some(({ stepId, status }) => ENDED_BADLY.has(status) && required.has(stepId)),
  );
  return isStopped ? PASS : deny('origin_unproven', 'the log does not hold that its run was cancelled or broke');
}

const ENDED_BADLY: ReadonlySet<string> = new Set(['failed', 'rejected', 'cancelled', 'unknown']);
