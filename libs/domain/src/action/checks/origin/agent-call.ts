import { actionIdOf, type ActionOrigin, type AgentFact, type AgentTask, type Provenance } from '@arbiter/contracts';
import { callKeyOf } from '../../../agent/call-key';
import { signatureOf } from '../../../agent/call-signature';
import { isSameValue } from '../../../canonical-hash';
import type { ActionRequest } from '../../state/action-request';
import { comesInOrder } from '../comes-in-order';
import { PASS, deny, type Finding, type NamedCheck, type Subject } from '../finding';
import { planDifference } from '../recorded-plan';
import { answerBefore, callsIn, cyclesBefore, taskDownTo } from './delegated-task';

type AgentCall = Extract<ActionOrigin, { readonly kind: 'agent_call' }>;

/** A call that a model chose, within what the pinned plan gives its step (EX-10, C1). */
export const agentCall = (origin: AgentCall): readonly NamedCheck[] => [
  ['plan', (subject) => standsInPlan(origin, subject)],
  ['order', (subject) => comesInOrder(origin.stepId, subject)],
  ['agent', (subject) => wasChosen(origin, subject)],
];

/** CP-11: the plan has a step that lets an agent work, and may have it call this tool. */
function standsInPlan({ stepId, delegation = [] }: AgentCall, { asked, context }: Subject): Finding {
  const { provenance } = context;
  if (!provenance) return deny('plan_missing', 'the log holds no plan of this run');
  const difference = planDifference(provenance) ?? requestDifference(asked, provenance);
  if (difference !== null) return deny('plan_mismatch', difference);
  const task = plannedTask(provenance, stepId);
  if (task === null) return deny('plan_mismatch', `the plan has no step ${stepId} of an agent`);
  // CP-04: a delegate has no tool that the agent of the step lacks.
  return task.tools.includes(asked.tool) && (delegation.length === 0 || task.delegates !== undefined)
    ? PASS
    : deny('plan_mismatch', `the agent of step ${stepId} may not call ${asked.tool}`);
}

function requestDifference(asked: ActionRequest, { plan: { data } }: Provenance): string | null {
  const expected = { run: data.requestId, plan: data.planHash, artifacts: data.artifacts, scope: data.plan.scope };
  const said = { run: asked.runId, plan: asked.planHash, artifacts: asked.artifacts, scope: asked.scope };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const other = names.find((name) => !isSameValue(expected[name], said[name]));
  return other === undefined ? null : `${other} of the request is not what the recorded plan says`;
}

function plannedTask({ plan }: Provenance, stepId: string): AgentTask | null {
  const step = plan.data.plan.steps.find(({ id }) => id === stepId);
  return step?.type === 'agent_run' ? step.agent : null;
}

const unproven = (reason: string): Finding => deny('origin_unproven', reason);

/** AG-13: the log of the agent holds the answer that wants exactly this call, and its task lets it make the call. */
function wasChosen({ stepId, delegation = [], call }: AgentCall, subject: Subject): Finding {
  const { asked, context } = subject;
  const agents = context.provenance!.agents ?? [];
  const task = taskDownTo(plannedTask(context.provenance!, stepId), agents, delegation);
  if (task === null) return unproven(`the log holds no delegation ${delegation.join('.')} of the agent of ${stepId}`);
  const facts = agents[delegation.length] ?? [];
  const own = callsIn(facts)[call - 1];
  if (own?.name !== 'action.requested' || own.data.actionId !== asked.actionId || asked.actionId !== idOf(asked))
    return unproven(`the agent of step ${stepId} made no call ${call}`);
  const wanted = answerBefore(facts, own);
  if (wanted === null || wanted.tool !== asked.tool || !isSameValue(wanted.args, asked.args))
    return unproven('no recorded answer of a model wants this call');
  return isWithinTask(task, facts, own, subject);
}

/** It is none that was made before, there is room for it, and its key names it. */
function isWithinTask(
  { tools, budget: { cycles } }: AgentTask,
  facts: readonly AgentFact[],
  own: AgentFact,
  { asked, context: { provenance, tenant } }: Subject,
): Finding {
  if (!tools.includes(asked.tool)) return unproven(`the delegate may not call ${asked.tool}`);
  const signature = signatureOf(tenant, asked.tool, asked.args);
  if (signaturesBefore(facts, own, tenant).includes(signature)) return unproven('the agent has made this call before');
  if (cyclesBefore(facts, own) >= cycles) return unproven(`the agent may make ${cycles} calls`);
  const { threadId, requestId } = provenance!.plan.data;
  const key = callKeyOf({ tenant, threadId, runId: requestId, stepId: asked.stepId }, signature);
  return key === asked.idempotencyKey ? PASS : unproven('the idempotency key does not name this call');
}

const idOf = ({ runId, origin }: ActionRequest): string => actionIdOf(runId, origin);

const signaturesBefore = (facts: readonly AgentFact[], made: AgentFact, tenant: string): readonly string[] =>
  facts
    .slice(0, facts.indexOf(made))
    .flatMap((fact) => (fact.name === 'action.requested' ? [signatureOf(tenant, fact.data.tool, fact.data.args)] : []));
