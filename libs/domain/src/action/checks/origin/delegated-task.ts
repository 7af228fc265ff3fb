import { DELEGATE_TOOL, MOST_DELEGATES, type AgentBudget, type AgentFact, type AgentTask } from '@arbiter/contracts';
import { grantedTask } from '../../../agent/delegation';
import { isSameValue } from '../../../canonical-hash';

/** The task of the agent that these delegations lead to; null where the log does not hold them as they have to be. */
export function taskDownTo(
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
  (Object.keys(most.budget) as (keyof AgentBudget)[]).every((name) => given.budget[name]! <= most.budget[name]!);

type MadeCall = Extract<AgentFact, { readonly name: 'action.requested' | 'agent.requested' }>;

export const callsIn = (facts: readonly AgentFact[]): readonly MadeCall[] =>
  facts.filter((fact): fact is MadeCall => fact.name === 'action.requested' || fact.name === 'agent.requested');

/** TP-05: its own calls before one, and those of the delegates among them. */
export function cyclesBefore(facts: readonly AgentFact[], made: AgentFact): number {
  const before = facts.slice(0, facts.indexOf(made));
  return before.reduce(
    (used, fact) => used + (fact.name === 'agent.call_ended' ? (fact.data.delegated?.calls.length ?? 0) : 0),
    callsIn(before).length,
  );
}

/** The call in the latest answer before one that was made. */
export function answerBefore(facts: readonly AgentFact[], made: AgentFact) {
  const answers = facts.slice(0, facts.indexOf(made)).filter((fact) => fact.name === 'agent.answered');
  return answers.at(-1)?.data.call ?? null;
}
