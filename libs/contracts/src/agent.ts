import { Type, type Static } from 'typebox';
import { StepClass } from './artifacts/models';
import { streamOf } from './streams';
import { Closed, OneOf, StepStatus } from './vocabulary';

const Count = (description: string, least = 1) => Type.Integer({ minimum: least, description });

/**
 * TP-04, TP-05, TP-10: what one agent may take. At most one tool is called in a tool phase, so `cycles` is also the
 * most tools that it calls.
 */
export const AgentBudget = Closed({
  cycles: Count('tool phases, of one call each'),
  refusals: Count('calls that are refused before it has to answer with what it has', 0),
  tokens: Count('of all of its model calls, in and out'),
  seconds: Count('for which it waits for models; tools and people have times of their own'),
  dollars: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'that its models may cost, with those of its delegates; a delegate has those of its delegator',
    }),
  ),
});
export type AgentBudget = Static<typeof AgentBudget>;

const Task = {
  profile: Type.String(),
  version: Type.String(),
  tools: Type.Array(Type.String(), { uniqueItems: true, description: 'it calls no other tool' }),
  budget: AgentBudget,
};

/** The most agents that one may delegate to, and so the most delegates of a turn on each level. */
export const MOST_DELEGATES = 4;
/** How deep delegates may delegate: a step's agent, its delegate, and the delegate of that. */
export const DELEGATION_DEPTH = 2;

const delegates = <T extends Parameters<typeof Type.Array>[0]>(delegate: T) =>
  Type.Optional(Type.Array(delegate, { maxItems: MOST_DELEGATES, description: 'the agents that it may delegate to' }));
const LastDelegate = Closed({ ...Task, class: StepClass });
const Delegate = Closed({ ...LastDelegate.properties, delegates: delegates(LastDelegate) });

/** What an `agent_run` step may do: a part of its plan, and so of the plan's hash (EX-10, C1). */
export const AgentTask = Closed({ ...Task, delegates: delegates(Delegate) });
export type AgentTask = Static<typeof AgentTask>;

/** An agent that another one may delegate to, with the most that it may take (CP-04). */
export type AgentDelegate = Static<typeof Delegate>;

/**
 * Which agent of a step: none of its own calls lead to the step's agent; a delegate is named by the number of the call
 * that asked for it, after those that led to its delegator.
 */
export const Delegation = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: DELEGATION_DEPTH });

/** The agent of a step, or a delegate of it. */
export const AgentOf = {
  runId: Type.String(),
  stepId: Type.String(),
  delegation: Type.Optional({
    ...Delegation,
    description: 'of a delegate: the calls that led to it; left out for the agent of the step',
  }),
};
const Named = Closed(AgentOf);
export type AgentOf = Static<typeof Named>;

/** The same agent, and nothing else of what names it. */
export const agentOf = ({ runId, stepId, delegation }: AgentOf): AgentOf => ({
  runId,
  stepId,
  ...(delegation && { delegation }),
});

/** The stream of an agent. */
export const agentStream = (tenant: string, { runId, stepId, delegation = [] }: AgentOf): string =>
  streamOf('agent', tenant, [runId, stepId, ...delegation].join('.'));

/** The agents that lead to one, from that of the step on, and the agent itself. */
export const agentsDownTo = ({ runId, stepId, delegation = [] }: AgentOf): readonly AgentOf[] => [
  { runId, stepId },
  ...delegation.map((_, index) => ({ runId, stepId, delegation: delegation.slice(0, index + 1) })),
];

/** The tool by which an agent has another one find something out. The platform carries it out itself. */
export const DELEGATE_TOOL = 'platform.agent.delegate';

/** The arguments of a delegation, as a model writes them. `forward_skills` is a wish (CP-04). */
export const DelegationArguments = Closed({
  profile: Type.String({ description: 'the agent that is to do it' }),
  wish: Type.String({ minLength: 1, maxLength: 10_000, description: 'what it is to find out or do, in whole' }),
  forward_skills: Type.Array(Type.String({ maxLength: 128 }), { maxItems: 64, description: 'the tools that it needs' }),
});
export type DelegationArguments = Static<typeof DelegationArguments>;

/** TP-01: a model wants something (A), or reasons on what it got (B). */
export const AGENT_PHASES = ['tool_phase', 'action_phase'] as const;
export const AgentPhase = OneOf(AGENT_PHASES);
export type AgentPhase = (typeof AGENT_PHASES)[number];

/** EV-10: which phase of an agent, and which of its cycles, both from 1. */
export const PhasePlace = Closed({
  phase: AgentPhase,
  phaseIndex: Type.Integer({ minimum: 1 }),
  cycleIndex: Type.Integer({ minimum: 1 }),
});
export type PhasePlace = Static<typeof PhasePlace>;

/** TP-01: A1. */
export const FIRST_PLACE: PhasePlace = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 };

/** The place of a call: a call of an action phase begins the next tool phase (TP-09). */
export const placeOfCall = ({ phase, phaseIndex, cycleIndex }: PhasePlace): PhasePlace =>
  phase === 'tool_phase'
    ? { phase, phaseIndex, cycleIndex }
    : { phase: 'tool_phase', phaseIndex: phaseIndex + 1, cycleIndex: cycleIndex + 1 };

/** B follows A. */
export const placeAfterCall = ({ phaseIndex, cycleIndex }: PhasePlace): PhasePlace => ({
  phase: 'action_phase',
  phaseIndex: phaseIndex + 1,
  cycleIndex,
});

const TOOL_NAME = /^[a-z0-9_.-]{1,64}$/;

/** Whether a tool could have this name; one that none could have is a model's own text, and is not repeated. */
export const couldNameTool = (name: string): boolean => TOOL_NAME.test(name);

/** What a model forwards, and is not given on: names of tools, as far as they could be any (CP-05). */
export const WithheldSkills = Type.Array(Type.String({ pattern: TOOL_NAME.source }), { maxItems: 64 });

export const DelegateCalled = Closed({ profile: Type.String(), withheld: WithheldSkills });
export type DelegateCalled = Static<typeof DelegateCalled>;

/** A call that was made, and its outcome. */
export const EndedCall = Closed({
  path: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: DELEGATION_DEPTH + 1,
    description: "which call of the step's agent; of a delegate: after the calls that led to it",
  }),
  tool: Type.String(),
  delegate: Type.Optional({
    ...DelegateCalled,
    description: 'of a delegation: who did it, and what was forwarded and not given on',
  }),
  status: StepStatus,
  code: Type.Union([Type.String(), Type.Null()]),
});
export type EndedCall = Static<typeof EndedCall>;

/** Why a call is not made: the model is told, and the same phase goes on. */
export const CALL_REFUSALS = [
  'duplicate',
  'unknown_tool',
  'invalid_arguments',
  'unreadable',
  'no_skills',
  'no_room',
] as const;
export const CallRefusal = OneOf(CALL_REFUSALS);
export type CallRefusal = (typeof CALL_REFUSALS)[number];

/** Why an agent has to answer with what it has: no tool is offered any more. */
export const FINAL_REASONS = ['tool_budget', 'refusals', 'tokens', 'seconds'] as const;
export const FinalReason = OneOf(FINAL_REASONS);
export type FinalReason = (typeof FINAL_REASONS)[number];

/** How an agent ended. `no_answer`: it gave none when it had to, and the platform says what was found. */
export const AGENT_ENDS = ['answered', 'no_answer', 'model_failed', 'cancelled'] as const;
export const AgentEnd = OneOf(AGENT_ENDS);
export type AgentEnd = (typeof AGENT_ENDS)[number];

/**
 * TP-13: the most times that models are asked by the agent of a step, whatever they answer: at first, after each call
 * that is made, after each that is refused, and once more without tools. Its delegates take from the same cycles and
 * refusals; each is asked at first and once more without tools, and there is one at most for each cycle but the last.
 */
export const mostAsks = ({ cycles, refusals }: Pick<AgentBudget, 'cycles' | 'refusals'>, mayDelegate = false): number =>
  1 + cycles + refusals + 1 + (mayDelegate ? 2 * (cycles - 1) : 0);
