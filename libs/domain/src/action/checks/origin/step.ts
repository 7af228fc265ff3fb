import {
  actionIdOf,
  stepOrigin,
  wasRefused,
  type PlanStep,
  type Provenance,
  type StepOrigin,
} from '@arbiter/contracts';
import { isSameValue } from '../../../canonical-hash';
import { resolveBindings } from '../../../plan';
import { idempotencyKeyOf } from '../../../run';
import type { ActionRequest } from '../../state/action-request';
import { comesInOrder } from '../comes-in-order';
import { differing, otherRun } from './claim';
import { PASS, deny, type Finding, type NamedCheck, type Subject } from '../finding';
import { planDifference } from '../recorded-plan';
import { resultsBefore } from '../steps-before';

/** A step of the pinned plan, whose time has come. */
export const step = (origin: StepOrigin): readonly NamedCheck[] => [
  ['plan', (subject) => standsInPlan(origin, subject)],
  ['order', (subject) => comesInOrder(origin.stepId, subject)],
];

/**
 * AG-13, CP-11: the request is only compared: with the planner's plan and the router's request in the log, and with the
 * template of the bundle that the run is pinned to.
 */
function standsInPlan(origin: StepOrigin, subject: Subject): Finding {
  const { provenance } = subject.context;
  if (!provenance) return deny('plan_missing', 'the log holds no plan of this run');
  const difference = planDifference(provenance) ?? requestDifference(origin, subject, provenance);
  return difference === null ? PASS : deny('plan_mismatch', difference);
}

/** EX-23: a step is requested again only after its earlier action was refused; otherwise it is the first time. */
function provenOrigin({ stepId, attempt }: StepOrigin, { ends }: Provenance): StepOrigin {
  const before = stepOrigin(stepId, attempt - 1);
  return ends.some((end) => wasRefused(end) && isSameValue(end.data.origin, before))
    ? stepOrigin(stepId, attempt)
    : stepOrigin(stepId);
}

/** Where the request is not the recorded step, named and without a value; null when it is. */
function requestDifference(origin: StepOrigin, subject: Subject, provenance: Provenance): string | null {
  const { asked, tool, isOwn } = subject;
  const { data } = provenance.plan;
  const planned = data.plan.steps.find(({ id }) => id === origin.stepId);
  if (planned?.type !== 'tool_call' || planned.tool !== tool.definition.tool)
    return `the plan has no step ${origin.stepId} that calls ${asked.tool}`;
  const other = otherRun(subject, provenance);
  if (other !== null) return other;
  return isOwn ? null : deedDifference(asked, planned, provenOrigin(origin, provenance), provenance);
}

/** Where the requested deed, or its name, differs from the step. */
function deedDifference(
  asked: ActionRequest,
  planned: PlanStep,
  origin: StepOrigin,
  provenance: Provenance,
): string | null {
  const { data } = provenance.plan;
  const expected = {
    action: actionIdOf(data.requestId, origin),
    origin,
    scope: data.plan.scope,
    args: resolveBindings(planned.args, { args: data.args, results: resultsBefore(provenance) }),
  };
  const { actionId: action, origin: said, scope, args } = asked;
  const other = differing(expected, { action, origin: said, scope, args });
  if (other !== null) return other;
  const { tenant, customerId } = provenance.request;
  const object = provenance.branch?.object;
  const owner = {
    tenant,
    customerId,
    threadId: data.threadId,
    runId: data.requestId,
    ...(object !== undefined && { object }),
  };
  return idempotencyKeyOf(owner, planned, asked.args) === asked.idempotencyKey
    ? null
    : 'the idempotency key does not name this deed';
}
