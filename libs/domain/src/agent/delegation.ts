import {
  DelegationArguments,
  MOST_DELEGATES,
  couldNameTool,
  withPersonalValues,
  type AgentBudget,
  type AgentDelegate,
  type AgentTask,
  type CallRefusal,
  type DecisionContext,
  type FactOf,
  type PersonalValues,
  type Values,
} from '@arbiter/contracts';
import { schemaCompiler } from '../schema-compiler';
import type { OpenAgent } from './agent-state';

/** What a delegate is given: never more than both its delegator and its own profile have (CP-04). */
export interface GrantedDelegation {
  readonly task: AgentTask;
  readonly class: AgentDelegate['class'];
  readonly wish: string;
  /** CP-05 */
  readonly withheld: readonly string[];
}

type Judged =
  | { readonly granted: GrantedDelegation }
  | { readonly refused: CallRefusal; readonly withheld?: readonly string[] };

const compiled = schemaCompiler({ strict: false });
let validate: ReturnType<typeof compiled> | undefined;
const isDelegation = (args: Values): args is DelegationArguments => (validate ??= compiled(DelegationArguments))(args);

/** CP-04 to CP-06: a model's list is a wish; where nothing of it is left there is no delegation. */
export function judgedDelegation(agent: OpenAgent, args: Values): Judged {
  const { task } = agent.begun;
  if (!isDelegation(args)) return { refused: 'invalid_arguments' };
  const delegate = task.delegates?.find(({ profile }) => profile === args.profile);
  if (!delegate) return { refused: 'invalid_arguments' };
  const granted = grantedTask(task, delegate, args.forward_skills, remainingOf(agent));
  const withheld = withheldOf(args.forward_skills, granted.tools);
  if (granted.tools.length === 0) return { refused: 'no_skills', withheld };
  const made = agent.calls.filter(({ delegated }) => delegated !== undefined).length;
  if (made >= MOST_DELEGATES || granted.budget.cycles < 1) return { refused: 'no_room', withheld };
  return { granted: { task: granted, class: delegate.class, wish: args.wish, withheld } };
}

/** The server's own lists decide, that of the delegator and that of the profile; so do the budgets. */
export function grantedTask(
  { tools: own }: Pick<AgentTask, 'tools'>,
  { profile, version, tools, budget, delegates }: AgentDelegate,
  forwarded: readonly string[],
  remaining: AgentBudget,
): AgentTask {
  return {
    profile,
    version,
    tools: tools.filter((tool) => own.includes(tool) && forwarded.includes(tool)),
    budget: {
      cycles: Math.min(budget.cycles, remaining.cycles),
      refusals: Math.max(0, Math.min(budget.refusals, remaining.refusals)),
      tokens: Math.max(1, Math.min(budget.tokens, remaining.tokens)),
      seconds: Math.max(1, Math.min(budget.seconds, remaining.seconds)),
      ...(remaining.dollars !== undefined && { dollars: remaining.dollars }),
    },
    ...(delegates && { delegates }),
  };
}

/** A delegation takes a cycle itself. */
function remainingOf(agent: OpenAgent): AgentBudget {
  const { budget } = agent.begun.task;
  return {
    ...budget,
    cycles: budget.cycles - cyclesUsed(agent) - 1,
    refusals: budget.refusals - agent.refusals,
    tokens: budget.tokens - agent.tokens,
    seconds: budget.seconds - Math.floor(agent.milliseconds / 1_000),
  };
}

/** TP-05: the calls of its delegates are among its own. */
export const cyclesUsed = ({ calls }: Pick<OpenAgent, 'calls'>): number =>
  calls.reduce((used, { delegated }) => used + 1 + (delegated?.calls.length ?? 0), 0);

const withheldOf = (forwarded: readonly string[], granted: readonly string[]): string[] => [
  ...new Set(forwarded.filter((name) => !granted.includes(name) && couldNameTool(name))),
];

/** CX-03: the wish is words, for a model that is given tokens in their place again. */
export function delegated(
  { begun, calls }: OpenAgent,
  { task, class: stepClass, wish, withheld }: GrantedDelegation,
  personal: PersonalValues | undefined,
  { now }: DecisionContext,
): FactOf<'agent.requested'> {
  const { runId, stepId, delegation = [], planHash, scope, sessionId, threadId, artifacts, locale } = begun;
  return {
    name: 'agent.requested',
    data: {
      runId,
      stepId,
      delegation: [...delegation, calls.length + 1],
      task,
      wish: withPersonalValues(wish, personal),
      class: stepClass,
      planHash,
      scope,
      sessionId,
      threadId,
      artifacts,
      locale,
      withheld: [...withheld],
      requestedAt: now,
    },
  };
}
