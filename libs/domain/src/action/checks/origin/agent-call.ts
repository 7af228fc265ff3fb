import {
  DELEGATE_TOOL,
  MOST_DELEGATES,
  actionIdOf,
  type ActionOrigin,
  type AgentBudget,
  type AgentFact,
  type AgentTask,
  type Provenance,
} from '@arbiter/contracts';
import { callKeyOf } from '../../../agent/call-key';
import { signatureOf } from '../../../agent/call-signature';
import { grantedTask } from '../../../agent/delegation';
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

/**
 * AG-13: the log of the agent holds the answer that wants exactly this call; it is none that was made before, and there
 * is room for it. A delegate's own task is proven first, from the step of the plan down.
 */
function wasChosen(origin: AgentCall, { asked, context: { provenance, tenant } }: Subject): Finding {
  const { stepId, delegation = [], call } = origin;
  const agents = provenance!.agents ?? [];
  const task = taskDownTo(plannedTask(provenance!, stepId), agents, delegation);
  if (task === null) return unproven(`the log holds no delegation ${delegation.join('.')} of the agent of ${stepId}`);
  const facts = agents[delegation.length] ?? [];
  const made = callsIn(facts);
  const own = made[call - 1];
  if (own?.name !== 'action.requested' || own.data.actionId !== asked.actionId || asked.actionId !== idOf(asked))
    return unproven(`the agent of step ${stepId} made no call ${call}`);
  const wanted = answerBefore(facts, own);
  if (wanted === null || wanted.tool !== asked.tool || !isSameValue(wanted.args, asked.args))
    return unproven('no recorded answer of a model wants this call');
  if (!task.tools.includes(asked.tool)) return unproven(`the delegate may not call ${asked.tool}`);
  const signature = signatureOf(tenant, asked.tool, asked.args);
  const before = made.slice(0, call - 1).flatMap((fact) => signatureIn(fact, tenant));
  if (before.includes(signature)) return unproven('the agent has made this call before');
  if (cyclesBefore(facts, own) >= task.budget.cycles) return unproven(`the agent may make ${task.budget.cycles} calls`);
  const { threadId, requestId } = provenance!.plan.data;
  const key = callKeyOf({ tenant, threadId, runId: requestId, stepId }, signature);
  return key === asked.idempotencyKey ? PASS : unproven('the idempotency key does not name this call');
}

const idOf = ({ runId, origin }: ActionRequest): string => actionIdOf(runId, origin);

/** The task of the agent that these delegations lead to; null where the log does not hold them as they have to be. */
function taskDownTo(
  planned: AgentTask | null,
  agents: readonly (readonly AgentFact[])[],
  delegation: readonly number[],
): AgentTask | null {
  return delegation.reduce<AgentTask | null>(
    (task, call, level) => task && delegatedTask(task, agents[level] ?? [], delegation.slice(0, level + 1), call),
    planned,
  );
}

/** CP-04: what a delegator gave on is what code makes of the answer of its model, and no more than it had left. */
function delegatedTask(
  task: AgentTask,
  facts: readonly AgentFact[],
  delegation: readonly number[],
  call: number,
): AgentTask | null {
  const own = callsIn(facts)[call - 1];
  if (own?.name !== 'agent.requested' || !isSameValue(own.data.delegation, delegation)) return null;
  const wanted = answerBefore(facts, own);
  const profile = task.delegates?.find((known) => known.profile === own.data.task.profile);
  const delegations = callsIn(facts).filter(({ name }) => name === 'agent.requested');
  if (!profile || wanted?.tool !== DELEGATE_TOOL || wanted.args['profile'] !== profile.profile) return null;
  if (delegations.indexOf(own) >= MOST_DELEGATES) return null;
  const cycles = task.budget.cycles - cyclesBefore(facts, own) - 1;
  const forwarded = wanted.args['forward_skills'];
  const most = grantedTask(task, profile, Array.isArray(forwarded) ? forwarded : [], { ...task.budget, cycles });
  return isWithin(own.data.task, most) ? own.data.task : null;
}

/** What models took meanwhile only narrows the budget. */
const isWithin = (given: AgentTask, most: AgentTask): boolean =>
  isSameValue({ ...given, budget: null }, { ...most, budget: null }) &&
  (Object.keys(most.budget) as (keyof AgentBudget)[]).every((name) => given.budget[name] <= most.budget[name]);

type MadeCall = Extract<AgentFact, { readonly name: 'action.requested' | 'agent.requested' }>;

const callsIn = (facts: readonly AgentFact[]): readonly MadeCall[] =>
  facts.filter((fact): fact is MadeCall => fact.name === 'action.requested' || fact.name === 'agent.requested');

const signatureIn = (fact: MadeCall, tenant: string): readonly string[] =>
  fact.name === 'action.requested' ? [signatureOf(tenant, fact.data.tool, fact.data.args)] : [];

/** TP-05: its own calls before one, and those of the delegates among them. */
function cyclesBefore(facts: readonly AgentFact[], made: AgentFact): number {
  const before = facts.slice(0, facts.indexOf(made));
  return before.reduce(
    (used, fact) => used + (fact.name === 'agent.call_ended' ? (fact.data.delegated?.calls.length ?? 0) : 0),
    callsIn(before).length,
  );
}

/** The call in the latest answer before one that was made. */
function answerBefore(facts: readonly AgentFact[], made: AgentFact) {
  const answers = facts.slice(0, facts.indexOf(made)).filter((fact) => fact.name === 'agent.answered');
  return answers.at(-1)?.data.call ?? null;
}
