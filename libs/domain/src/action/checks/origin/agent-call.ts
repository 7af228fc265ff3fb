import { actionIdOf, type ActionOrigin, type AgentFact, type Provenance } from '@arbiter/contracts';
import { callKeyOf } from '../../../agent/call-key';
import { signatureOf } from '../../../agent/call-signature';
import { isSameValue } from '../../../canonical-hash';
import type { ActionRequest } from '../../state/action-request';
import { comesInOrder } from '../comes-in-order';
import { PASS, deny, type Finding, type NamedCheck, type Subject } from '../finding';
import { planDifference } from '../recorded-plan';

type AgentCall = Extract<ActionOrigin, { readonly kind: 'agent_call' }>;

/** A call that a model chose, within what the pinned plan gives its step (EX-10, C1). */
export const agentCall = (origin: AgentCall): readonly NamedCheck[] => [
  ['plan', (subject) => standsInPlan(origin, subject)],
  ['order', (subject) => comesInOrder(origin.stepId, subject)],
  ['agent', (subject) => wasChosen(origin, subject)],
];

/** CP-11: the plan has a step that lets an agent call this tool. */
function standsInPlan({ stepId }: AgentCall, { asked, context }: Subject): Finding {
  const { provenance } = context;
  if (!provenance) return deny('plan_missing', 'the log holds no plan of this run');
  const difference = planDifference(provenance) ?? requestDifference(asked, provenance);
  if (difference !== null) return deny('plan_mismatch', difference);
  const step = provenance.plan.data.plan.steps.find(({ id }) => id === stepId);
  if (step?.type !== 'agent_run') return deny('plan_mismatch', `the plan has no step ${stepId} of an agent`);
  return step.agent.tools.includes(asked.tool)
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

/**
 * AG-13: the log of the agent holds the answer that wants exactly this call; it is none that was made before, and there
 * is room for it.
 */
function wasChosen({ stepId, call }: AgentCall, { asked, context: { provenance, tenant } }: Subject): Finding {
  const facts = provenance!.agent ?? [];
  const made = facts.filter((fact) => fact.name === 'action.requested');
  const own = made[call - 1];
  const unproven = (reason: string): Finding => deny('origin_unproven', reason);
  if (
    own === undefined ||
    own.data.actionId !== asked.actionId ||
    asked.actionId !== actionIdOf(asked.runId, asked.origin)
  )
    return unproven(`the agent of step ${stepId} made no call ${call}`);
  const wanted = answerBefore(facts, own);
  if (wanted === null || wanted.tool !== asked.tool || !isSameValue(wanted.args, asked.args))
    return unproven('no recorded answer of a model wants this call');
  const signature = signatureOf(tenant, asked.tool, asked.args);
  const before = made.slice(0, call - 1).map(({ data: { tool, args } }) => signatureOf(tenant, tool, args));
  if (before.includes(signature)) return unproven('the agent has made this call before');
  const step = provenance!.plan.data.plan.steps.find(({ id }) => id === stepId);
  const cycles = step?.type === 'agent_run' ? step.agent.budget.cycles : 0;
  if (call > cycles) return unproven(`the agent may make ${cycles} calls`);
  const { threadId, requestId } = provenance!.plan.data;
  const key = callKeyOf({ tenant, threadId, runId: requestId, stepId }, signature);
  return key === asked.idempotencyKey ? PASS : unproven('the idempotency key does not name this call');
}

/** The call in the latest answer before one that was made. */
function answerBefore(facts: readonly AgentFact[], made: AgentFact) {
  const answers = facts.slice(0, facts.indexOf(made)).filter((fact) => fact.name === 'agent.answered');
  return answers.at(-1)?.data.call ?? null;
}
