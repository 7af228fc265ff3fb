import {
  DELEGATE_TOOL,
  FIRST_PLACE,
  placeAfterCall,
  placeOfCall,
  type EventData,
  type EventName,
  type PhaseEndReason,
  type RecordedOf,
} from '@arbiter/contracts';
import { REDACTED } from '@arbiter/store';
import { TraceTeller, type TraceStep } from './trace-teller';
import { tracedFrom, type TracedAgent } from './traced-agent';

/**
 * What the trace tells of a fact of an agent's own stream, and the agent after it (TL-09 to TL-11). Pure: facts in,
 * events out.
 *
 * 1. Every phase that starts ends once, before the next one starts, and nothing is told between two phases;
 *    only the registration of the tools comes before the first.
 * 2. An agent that was opened and has ended has told so: its last event is the end of a phase.
 * 3. A call that is not made is told as what it is: `duplicate_tool_call`, or a `tool_call` that says why it is not.
 * 4. Nothing that a person or a model wrote is in it: arguments and results are redacted, and so is the name of a tool
 *    that the agent does not have.
 */
export function traceOf(agent: TracedAgent | null, fact: RecordedOf<EventName>): TraceStep {
  if (fact.name === 'agent.opened') return registered(fact);
  return agent === null ? { agent, told: [] } : told(agent, fact);
}

function told(agent: TracedAgent, fact: RecordedOf<EventName>): TraceStep {
  switch (fact.name) {
    case 'agent.asked':
      return asked(agent, fact);
    case 'agent.answered':
      return { agent: { ...agent, wanted: fact.data.call?.signature ?? null }, told: [] };
    case 'agent.call_refused':
      return refused(agent, fact);
    case 'action.requested':
      return called(agent, fact);
    case 'agent.requested':
      return delegated(agent, fact);
    case 'agent.call_ended':
      return callEnded(agent, fact);
    case 'agent.paused':
      return new TraceTeller(agent, fact.time).end('paused', placeAfterCall(agent.place)).step;
    case 'agent.completed':
      return completed(agent, fact);
    default:
      return { agent, told: [] };
  }
}

function registered(fact: RecordedOf<'agent.opened'>): TraceStep {
  const { profile, version, tools, budget } = fact.data.task;
  const details = { profile, version, tools, budget };
  return new TraceTeller(tracedFrom(fact, FIRST_PLACE), fact.time).tell({ type: 'tool_registration', details }).step;
}

/** The same question may be asked again, and others in the same phase. */
function asked(agent: TracedAgent, { time, data: { place, final } }: RecordedOf<'agent.asked'>): TraceStep {
  return new TraceTeller({ ...agent, final }, time).enter(place).step;
}

/** TP-09: a call of an action phase begins the next tool phase. */
function called(agent: TracedAgent, { time, data: { tool, origin } }: RecordedOf<'action.requested'>): TraceStep {
  if (origin.kind !== 'agent_call') return { agent, told: [] };
  const details = { tool, signature: agent.wanted, args: REDACTED, call: origin.call, refused: null };
  return new TraceTeller(agent, time).enter(placeOfCall(agent.place)).tell({ type: 'tool_call', details }).step;
}

/** CP-05: which of the forwarded tools a delegate is not given. */
function delegated(agent: TracedAgent, { time, data }: RecordedOf<'agent.requested'>): TraceStep {
  const { delegation = [], withheld = [] } = data;
  const details = {
    tool: DELEGATE_TOOL,
    signature: agent.wanted,
    args: REDACTED,
    call: delegation.at(-1) ?? 1,
    refused: null,
    ...(withheld.length > 0 && { withheld }),
  };
  return new TraceTeller(agent, time).enter(placeOfCall(agent.place)).tell({ type: 'tool_call', details }).step;
}

function refused(agent: TracedAgent, { time, data }: RecordedOf<'agent.call_refused'>): TraceStep {
  const { tool, signature, why, withheld } = data;
  const details = { tool: knownTool(agent, tool), signature, args: REDACTED };
  const teller = new TraceTeller(agent, time);
  return why === 'duplicate'
    ? teller.tell({ type: 'duplicate_tool_call', details }).step
    : teller.tell({
        type: 'tool_call',
        details: { ...details, call: null, refused: why, ...(withheld && { withheld }) },
      }).step;
}

function callEnded(agent: TracedAgent, { time, data }: RecordedOf<'agent.call_ended'>): TraceStep {
  const { tool, call, status, code, result } = data;
  const details = {
    tool,
    call,
    status,
    code,
    result: typeof result === 'string' ? result : REDACTED,
  };
  return new TraceTeller(agent, time).tell({ type: 'tool_result', details }).step;
}

/** One that is stopped while it is paused ends the phase before which it waited, which took no time. */
function completed(agent: TracedAgent, { time, data: { end } }: RecordedOf<'agent.completed'>): TraceStep {
  return new TraceTeller(agent, time).enter(agent.place).endAgent(reasonOf(end, agent)).step;
}

const reasonOf = (end: EventData<'agent.completed'>['end'], { final }: TracedAgent): PhaseEndReason =>
  end === 'answered' && final !== null ? final : end;

const knownTool = ({ opened }: TracedAgent, tool: string): string =>
  tool === DELEGATE_TOOL || opened.data.task.tools.includes(tool) ? tool : REDACTED;
