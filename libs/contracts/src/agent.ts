import { Type, type Static } from 'typebox';
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
});
export type AgentBudget = Static<typeof AgentBudget>;

/** What an `agent_run` step may do: a part of its plan, and so of the plan's hash (EX-10, C1). */
export const AgentTask = Closed({
  profile: Type.String(),
  version: Type.String(),
  tools: Type.Array(Type.String(), { uniqueItems: true, description: 'it calls no other tool' }),
  budget: AgentBudget,
});
export type AgentTask = Static<typeof AgentTask>;

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

/** A call that was made, and its outcome. */
export const EndedCall = Closed({
  tool: Type.String(),
  status: StepStatus,
  code: Type.Union([Type.String(), Type.Null()]),
});
export type EndedCall = Static<typeof EndedCall>;

/** Why a call is not made: the model is told, and the same phase goes on. */
export const CALL_REFUSALS = ['duplicate', 'unknown_tool', 'invalid_arguments', 'unreadable'] as const;
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
 * TP-13: the most times a model is asked by one agent, whatever it answers: at first, after each call that is made,
 * after each that is refused, and once more without tools.
 */
export const mostAsks = ({ cycles, refusals }: Pick<AgentBudget, 'cycles' | 'refusals'>): number =>
  1 + cycles + refusals + 1;
