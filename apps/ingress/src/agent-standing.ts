import { streamOf, type EventData, type EventName, type RecordedOf, type StepStatus } from '@arbiter/contracts';
import type { EventStore } from '@arbiter/store';

/** How the agent of a run stands, as the run shows it; `phaseIndex` is the phase that it is in, or waits before. */
export interface AgentStanding {
  readonly stepId: string;
  readonly is: 'working' | 'paused' | 'ended' | 'cancelled';
  readonly phaseIndex: number;
  /** the phases that it was let go on with */
  readonly resumed: readonly number[];
}

const TELLING = new Set<EventName>(['agent.requested', 'agent.recorded', 'step.completed', 'run.completed']);

/** The latest agent of a run; null where it has none. */
export async function agentStanding(
  store: Pick<EventStore, 'readKinds'>,
  tenant: string,
  runId: string,
): Promise<AgentStanding | null> {
  const facts = await store.readKinds([streamOf('run', tenant, runId)], TELLING);
  return facts.reduce<AgentStanding | null>(after, null);
}

function after(standing: AgentStanding | null, fact: RecordedOf<EventName>): AgentStanding | null {
  if (fact.name === 'agent.requested') return { stepId: fact.data.stepId, is: 'working', phaseIndex: 1, resumed: [] };
  if (standing === null) return null;
  switch (fact.name) {
    case 'agent.recorded':
      return moved(standing, fact.data);
    case 'step.completed':
      return fact.data.stepId === standing.stepId ? ended(standing, fact.data.status) : standing;
    case 'run.completed':
      return ended(standing, 'cancelled');
    default:
      return standing;
  }
}

/** A run that ends before its agent has withdrawn it. */
const ended = (standing: AgentStanding, status: StepStatus): AgentStanding =>
  standing.is === 'ended' ? standing : { ...standing, is: status === 'cancelled' ? 'cancelled' : 'ended' };

function moved(standing: AgentStanding, { place, resumeFrom }: EventData<'agent.recorded'>): AgentStanding {
  if (resumeFrom !== null) return { ...standing, is: 'paused', phaseIndex: resumeFrom };
  const resumed = standing.is === 'paused' ? [...standing.resumed, standing.phaseIndex] : standing.resumed;
  return { ...standing, is: 'working', phaseIndex: place.phaseIndex, resumed };
}
