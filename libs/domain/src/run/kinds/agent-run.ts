import {
  FIRST_PLACE,
  placeAfterCall,
  placeOfCall,
  type ArtifactBundle,
  type Decision,
  type EndedCall,
  type EventData,
  type Evidence,
  type Fact,
  type Retrieved,
  type StepOf,
} from '@arbiter/contracts';
import { AGENT_OUTCOMES } from '../../agent/agent-outcomes';
import { isSameValue } from '../../canonical-hash';
import { instantAfter } from '../../instant';
import { titleOfTool } from '../../words';
import type { StepEnding } from '../decide/validation';
import { withStep } from '../state/evolve-steps';
import {
  isAgentStep,
  type AgentProgress,
  type AgentStep,
  type OpenRun,
  type StepKind,
  type StepRecord,
} from '../state/run';
import type { AgentMove } from '../state/streams';
import { BRANCH_PATIENCE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';
import { spokenValues } from './spoken-values';

/** EX-10: one step to the run, whatever its agent does in between. */
export const agentRun: StepKind<StepOf<'agent_run'>> = {
  ...PLAIN,
  begin(run, planned, step, { now }) {
    const { runId, sessionId, threadId, artifacts, delivery } = run;
    const evidence = step.dependsOn.flatMap((id) => evidenceIn(run.steps[id]));
    return [
      {
        name: 'agent.requested',
        data: {
          runId,
          stepId: step.id,
          task: step.agent,
          wish: String(spokenValues(run, planned, step)['wish'] ?? ''),
          ...(evidence.length > 0 && { evidence }),
          class: step.class,
          planHash: planned.planHash,
          scope: planned.plan.scope!,
          sessionId,
          threadId,
          artifacts,
          locale: delivery.locale,
          requestedAt: now,
        },
      },
    ];
  },
  evolve(run, fact) {
    switch (fact.name) {
      case 'agent.requested':
        return withStep(run, fact.data.stepId, BEGUN);
      case 'agent.recorded':
        return changed({ ...run, progressedAt: fact.data.at }, fact.data, (agent) => moved(agent, fact.data));
      case 'agent.cancel_requested':
        return changed(run, fact.data, (agent) => ({ ...agent, withdrawn: true }));
      case 'run.suspended':
        return asking(run, fact.data);
      case 'step.completed': {
        const writer = resultOf(run.steps[fact.data.stepId]!)?.writtenBy;
        return writer ? { ...run, writtenBy: writer } : run;
      }
      default:
        return run;
    }
  },
  hear(run, step, answer, { now }) {
    const record = run.steps[step.id];
    if (!isAgentStep(record)) return null;
    const { runId } = run;
    if (answer.name === 'agent.moved') return recorded(record.agent, answer.of, now);
    if (answer.name !== 'agent.ended') return null;
    return [
      { name: 'step.completed', data: { runId, stepId: step.id, ...endingOf(answer.of, record.agent), at: now } },
    ];
  },
  // An agent has timers of its own, and may wait for a person.
  patience: ({ steps, progressedAt }, stepId) =>
    isAgentStep(steps[stepId]) ? [instantAfter(progressedAt, BRANCH_PATIENCE_MILLISECONDS)] : [],
  atStop({ steps }, stepId) {
    const record = steps[stepId];
    if (!isAgentStep(record)) return 'over';
    return record.agent.withdrawn ? 'withdrawn' : 'to_withdraw';
  },
  withdraw: ({ runId }, stepIds) =>
    stepIds.map((stepId): Fact => ({ name: 'agent.cancel_requested', data: { runId, stepId } })),
  /** ER-01, CP-05: what it called is told as any other action is, and of a delegation which tools were withheld. */
  underHeader: ({ id }, record, bundle) =>
    callsOf(record).map(({ path, tool, delegate, status, code }) => ({
      stepId: [id, ...path].join('.'),
      title: delegate ? titleOfAgent(delegate.profile, bundle) : titleOfTool(tool, bundle),
      status,
      ...(delegate && delegate.withheld.length > 0 && { withheld: [...delegate.withheld] }),
      ...(code !== null && { error: { code, message: '' } }),
    })),
  calls: (record) => callsOf(record),
  place: (record) => (isAgentStep(record) ? record.agent.place : (resultOf(record)?.place ?? null)),
  says: ({ steps }, _, { id }) => resultOf(steps[id]!)?.words ?? '',
};

/** EX-08: what a step before it retrieved. */
const evidenceIn = (record: StepRecord | undefined): readonly Evidence[] =>
  record &&
  'result' in record &&
  typeof record.result === 'object' &&
  record.result !== null &&
  'excerpt' in record.result
    ? (record.result as Retrieved).evidence
    : [];

/** What the end of an agent leaves of it. */
type AgentResult = Pick<EventData<'agent.completed'>, 'end' | 'words' | 'calls' | 'place' | 'writtenBy'>;

const resultOf = (record: StepRecord): AgentResult | null =>
  'result' in record && typeof record.result === 'object' && record.result !== null && 'words' in record.result
    ? (record.result as AgentResult)
    : null;

const callsOf = (record: StepRecord): AgentProgress['calls'] =>
  isAgentStep(record) ? record.agent.calls : (resultOf(record)?.calls ?? []);

const titleOfAgent = (profile: string, { agents = [] }: ArtifactBundle): string =>
  agents.find(({ agent }) => agent === profile)?.description ?? profile;

const BEGUN: AgentStep = {
  status: 'running',
  agent: { withdrawn: false, place: FIRST_PLACE, calls: [], paused: { before: 0, waits: false } },
};

function changed(
  run: OpenRun,
  { stepId }: { readonly stepId: string },
  change: (agent: AgentProgress) => AgentProgress,
): OpenRun {
  const record = run.steps[stepId];
  return isAgentStep(record) ? withStep(run, stepId, { ...record, agent: change(record.agent) }) : run;
}

/** A call that asks is the first of the next tool phase. */
function asking(run: OpenRun, asked: EventData<'run.suspended'>): OpenRun {
  const record = run.steps[asked.stepId];
  if (!isAgentStep(record)) return run;
  const agent = { ...record.agent, place: placeOfCall(record.agent.place) };
  return withStep(run, asked.stepId, { status: 'suspended', agent, answered: false, asked });
}

function moved(agent: AgentProgress, { place, call, resumeFrom }: EventData<'agent.recorded'>): AgentProgress {
  const calls = call ? [...agent.calls, call].toSorted(inOrderOfCalls) : agent.calls;
  return { ...agent, place, calls, paused: { before: resumeFrom ?? agent.paused.before, waits: resumeFrom !== null } };
}

/** A delegation comes before what was called for it, though it ends after that. */
function inOrderOfCalls({ path: one }: EndedCall, { path: other }: EndedCall): number {
  const index = one.findIndex((call, place) => call !== other[place]);
  return index < 0 ? one.length - other.length : one[index]! - (other[index] ?? 0);
}

/** Each move is recorded once, and what comes out of order is not told late. */
function recorded({ place, paused, calls }: AgentProgress, { name, data }: AgentMove, now: string): Decision {
  const { runId, stepId } = data;
  const told = { runId, stepId, place, call: null, words: '', resumeFrom: null, at: now };
  switch (name) {
    case 'agent.answered': {
      if (data.place.phaseIndex < place.phaseIndex) return { ignored: 'said_before' };
      const resumeFrom = waitsAfter(paused, data.place.phaseIndex);
      return [{ name: 'agent.recorded', data: { ...told, place: data.place, words: data.said, resumeFrom } }];
    }
    case 'agent.call_ended': {
      const call = endedCall(data);
      if (calls.some(({ path }) => isSameValue(path, call.path))) return { ignored: 'already_recorded' };
      const after = placeAfterCall(data.place);
      // The phases are those of the agent of the step.
      const next = data.delegation || after.phaseIndex < place.phaseIndex ? place : after;
      const resumeFrom = waitsAfter(paused, phaseOfCall(call));
      return [{ name: 'agent.recorded', data: { ...told, place: next, call, resumeFrom } }];
    }
    case 'agent.paused':
      if (data.phaseIndex <= paused.before) return { ignored: 'already_recorded' };
      return [{ name: 'agent.recorded', data: { ...told, resumeFrom: data.phaseIndex } }];
    case 'agent.resumed':
      if (!paused.waits || data.phaseIndex !== paused.before) return { ignored: 'already_recorded' };
      return [{ name: 'agent.recorded', data: told }];
  }
}

/** A fact may be heard after the pause that followed it: the agent waits all the same. */
const waitsAfter = ({ before, waits }: AgentProgress['paused'], phaseIndex: number): number | null =>
  waits && phaseIndex < before ? before : null;

/** A1, A2, A3: a tool phase has one call (TP-04), and what a delegate calls is of the phase of its delegation. */
const phaseOfCall = ({ path: [call = 1] }: EndedCall): number => 2 * call - 1;

function endedCall({ delegation = [], call, tool, status, code, delegated }: EventData<'agent.call_ended'>): EndedCall {
  const delegate = delegated && { profile: delegated.profile, withheld: delegated.withheld };
  return { path: [...delegation, call], tool, ...(delegate && { delegate }), status, code };
}

/** EV-10: an agent that ends with an outcome begins no phase after it, but the outcome was shown in that. */
function endingOf(
  { end, code, words, calls, place: last, writtenBy }: EventData<'agent.completed'>,
  { place: shown }: AgentProgress,
): StepEnding {
  const { status, code: usual } = AGENT_OUTCOMES[end];
  const place = shown.phaseIndex > last.phaseIndex ? shown : last;
  const result: AgentResult = { end, words, calls, place, ...(writtenBy && { writtenBy }) };
  return { status, code: status === 'completed' ? null : (code ?? usual), message: '', result };
}
