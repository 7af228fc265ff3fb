import { Type, type Static, type TProperties } from 'typebox';
import { AGENT_ENDS, AgentBudget, CallRefusal, FINAL_REASONS, PhasePlace, WithheldSkills } from './agent';
import { Closed, Instant, OneOf, StepStatus } from './vocabulary';

/** TL-09, TL-10: what the trace of an agent tells of, in the words of the protocol. */
export const TRACE_EVENT_TYPES = [
  'tool_registration',
  'tool_call',
  'tool_result',
  'duplicate_tool_call',
  'orchestration_phase_start',
  'orchestration_phase_end',
] as const;
export type TraceEventType = (typeof TRACE_EVENT_TYPES)[number];

/**
 * TL-10: why a phase ended. `tool_called`: the next one begins, upon a call or its outcome. Where an answer was forced,
 * why it was takes the place of `answered`.
 */
export const PHASE_END_REASONS = ['tool_called', 'paused', ...AGENT_ENDS, ...FINAL_REASONS] as const;
export type PhaseEndReason = (typeof PHASE_END_REASONS)[number];

const NullableText = Type.Union([Type.String(), Type.Null()]);
const { phaseIndex, cycleIndex } = PhasePlace.properties;
const Of = {
  ts: Instant,
  tenant: Type.String(),
  traceId: { ...NullableText, description: 'TL-11: one for each request; null: its agent was opened without one' },
  requestId: Type.String(),
  sessionId: Type.String(),
  stepId: Type.String({ description: 'of a delegate: with the calls that led to it, `work.2`' }),
  phaseIndex,
  cycleIndex,
};
const told = <T extends TraceEventType, D extends TProperties>(type: T, details: D) =>
  Closed({ ...Of, type: Type.Literal(type), details: Closed(details) });

const Call = {
  tool: Type.String({ description: 'redacted where the agent has no tool of that name' }),
  signature: NullableText,
  args: Type.String({ description: 'redacted' }),
};

/** One event of the trace of an agent (TL-09 to TL-11). It holds nothing that is personal. */
export const TraceEvent = Type.Union([
  told('tool_registration', {
    profile: Type.String(),
    version: Type.String(),
    tools: Type.Array(Type.String()),
    budget: AgentBudget,
  }),
  told('tool_call', {
    ...Call,
    call: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'null: it is not made' }),
    refused: Type.Union([CallRefusal, Type.Null()], { description: 'why it is not made' }),
    withheld: Type.Optional({ ...WithheldSkills, description: 'CP-05: forwarded to a delegate, and not given on' }),
  }),
  told('tool_result', {
    tool: Type.String(),
    call: Type.Integer({ minimum: 1 }),
    status: StepStatus,
    code: NullableText,
    result: Type.String({ description: 'TP-12: redacted, with its length; whole it stands in the log' }),
  }),
  told('duplicate_tool_call', Call),
  told('orchestration_phase_start', PhasePlace.properties),
  told('orchestration_phase_end', { ...PhasePlace.properties, reason: OneOf(PHASE_END_REASONS) }),
]);
export type TraceEvent = Static<typeof TraceEvent>;
export type TraceEventOf<T extends TraceEventType> = Extract<TraceEvent, { readonly type: T }>;
