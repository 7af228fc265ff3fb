import {
  actionIdOf,
  activePlaybook,
  placeOfAction,
  wasRefused,
  type ArtifactBundle,
  type PlanStep,
  type PlaybookProposal,
  type Provenance,
} from '@arbiter/contracts';
import { canonicalHash, isSameValue } from '../../canonical-hash';
import { compilePlan, compilePlaybook, resolveBindings } from '../../plan';
import { idempotencyKeyOf } from '../../run';
import type { ActionRequest } from '../state/action-request';
import { isSamePlan } from './deeds';
import { PASS, deny, type Finding, type Subject } from './finding';
import { revisionDifference } from './revisions';
import { isToBeLeftOut, resultsBefore, unsettledBefore } from './steps-before';

/**
 * AG-13, CP-11: the request is only compared: with the planner's plan and the router's request in the log, and with the
 * template of the bundle that the run is pinned to.
 */
export function standsInPlan(subject: Subject): Finding {
  const { provenance } = subject.context;
  if (!provenance) return deny('plan_missing', 'the log holds no plan of this run');
  const whole = { ...provenance, plan: provenance.branch?.plan ?? provenance.plan };
  const difference = planDifference(whole) ?? revisionDifference(provenance) ?? requestDifference(subject, provenance);
  return difference === null ? PASS : deny('plan_mismatch', difference);
}

/** EX-05: no step is carried out before its predecessors, nor after one of them failed. */
export function comesInOrder({ request: { stepId }, context: { provenance } }: Subject): Finding {
  if (isToBeLeftOut(provenance!, stepId)) return deny('condition_not_met', `the plan leaves step ${stepId} out`);
  const waiting = unsettledBefore(provenance!, stepId);
  return waiting.length === 0
    ? PASS
    : deny('out_of_order', `step ${stepId} comes after ${waiting.join(', ')}, which has not ended well`);
}

type Origin = Omit<Provenance, 'ends'>;
interface Judged extends Origin {
  readonly difference: string | null;
}
const judged = new WeakMap<Provenance['plan'], Judged>();

/** Checked once per plan: neither the plan nor its request ever changes. */
function planDifference({ plan, request, artifacts }: Origin): string | null {
  const known = judged.get(plan);
  if (known && known.request === request && known.artifacts === artifacts) return known.difference;
  const difference = PLAN_RULES.find(({ holds }) => !holds({ plan, request, artifacts }))?.what ?? null;
  judged.set(plan, { plan, request, artifacts, difference });
  return difference;
}

const PLAN_RULES: readonly { readonly what: string; readonly holds: (origin: Origin) => boolean }[] = [
  {
    what: 'the recorded plan does not have the hash it is named by',
    holds: ({ plan: { data } }) => canonicalHash({ plan: data.plan, args: data.args }) === data.planHash,
  },
  { what: 'the recorded plan was not made upon the request of its run', holds: isMadeUpon },
  {
    what: 'the recorded plan has other arguments than its request',
    holds: ({ plan, request }) => isSameValue(plan.data.args, request.data.args),
  },
  { what: 'the recorded plan is not what its template says', holds: isCompiled },
];

function isMadeUpon({ plan, request }: Origin): boolean {
  const sameCustomer = plan.tenant === request.tenant && plan.customerId === request.customerId;
  return (
    sameCustomer &&
    (['requestId', 'sessionId', 'threadId', 'artifacts'] as const).every(
      (name) => plan.data[name] === request.data[name],
    )
  );
}

/** Compiled again: its steps and its scope are the template's own, or those that its playbook allows for a proposal. */
function isCompiled({ plan: { data }, request, artifacts }: Origin): boolean {
  const { instance } = request.data;
  const compiled =
    instance === undefined
      ? compilePlan(request.data, artifacts)
      : compiledPlaybook(instance.playbook, data.drawnUp?.proposal, artifacts);
  return compiled !== null && 'steps' in compiled && isSamePlan(compiled, data.plan);
}

function compiledPlaybook(playbook: string, proposal: PlaybookProposal | undefined, artifacts: ArtifactBundle) {
  const active = activePlaybook(artifacts, playbook);
  return active && proposal ? compilePlaybook(proposal, active, artifacts) : null;
}

/** EX-23: a step is requested again only after its earlier action was refused; otherwise it is the first time. */
function turnOf({ runId, stepId, actionId }: Subject['asked'], { ends }: Provenance): number {
  const { turn } = placeOfAction(runId, actionId);
  const before = actionIdOf(runId, { stepId, turn: turn - 1 });
  return ends.some((end) => end.data.actionId === before && wasRefused(end)) ? turn : 1;
}

/** Where the request is not the recorded step, named and without a value; null when it is. */
function requestDifference(subject: Subject, provenance: Provenance): string | null {
  const { asked, context, tool, isOwn } = subject;
  const { data } = provenance.plan;
  const step = data.plan.steps.find(({ id }) => id === asked.stepId);
  if (step?.type !== 'tool_call' || step.tool !== tool.definition.tool)
    return `the plan has no step ${asked.stepId} that calls ${asked.tool}`;
  const { tenant, customerId } = provenance.request;
  const [expected, said] = [
    { run: data.requestId, plan: data.planHash, artifacts: data.artifacts, tenant, customer: customerId },
    {
      run: asked.runId,
      plan: asked.planHash,
      artifacts: asked.artifacts,
      tenant: context.tenant,
      customer: context.customerId,
    },
  ];
  const other = differing(expected, said);
  if (other !== undefined) return unlike(other);
  return isOwn ? null : deedDifference(asked, step, provenance);
}

/** Where the requested deed, or its name, differs from the step. */
function deedDifference(asked: ActionRequest, step: PlanStep, provenance: Provenance): string | null {
  const { data } = provenance.plan;
  const expected = {
    action: actionIdOf(data.requestId, { stepId: step.id, turn: turnOf(asked, provenance) }),
    scope: data.plan.scope,
    args: resolveBindings(step.args, { args: data.args, results: resultsBefore(provenance) }),
  };
  const other = differing(expected, { action: asked.actionId, scope: asked.scope, args: asked.args });
  if (other !== undefined) return unlike(other);
  const { tenant, customerId } = provenance.request;
  const object = provenance.branch?.object;
  const owner = {
    tenant,
    customerId,
    threadId: data.threadId,
    runId: data.requestId,
    ...(object !== undefined && { object }),
  };
  return idempotencyKeyOf(owner, step, asked.args) === asked.idempotencyKey
    ? null
    : 'the idempotency key does not name this deed';
}

const differing = <Names extends string>(
  expected: Readonly<Record<Names, unknown>>,
  said: Readonly<Record<Names, unknown>>,
): string | undefined => (Object.keys(expected) as Names[]).find((name) => !isSameValue(expected[name], said[name]));

const unlike = (name: string): string => `${name} of the request is not what the recorded plan says`;
