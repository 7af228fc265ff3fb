import { streamOf, type EventName } from '@arbiter/contracts';
import type { EventStore } from '@arbiter/store';

/** How the agent of a run stands; `phaseIndex` is the phase that it is in, or that it waits before. */
export interface AgentStanding {
  readonly stepId: string;
  readonly is: 'working' | 'paused' | 'ended' | 'cancelled';
  readonly phaseIndex: number;
  /** the phases that it was let go on with */
  readonly resumed: readonly number[];
}

const BEGUN = new Set<EventName>(['agent.requested']);
const TELLING = new Set<EventName>(['agent.asked', 'agent.paused', 'agent.resumed', 'agent.completed']);

/** The latest agent of a run; null where it has none. */
export async function agentStanding(
  store: Pick<EventStore, 'readKinds'>,
  tenant: string,
  runId: string,
): Promise<AgentStanding | null> {
  const begun = (await store.readKinds([streamOf('run', tenant, runId)], BEGUN)).at(-1);
  if (begun?.name !== 'agent.requested') return null;
  const { stepId } = begun.data;
  const facts = await store.readKinds([streamOf('agent', tenant, `${runId}.${stepId}`)], TELLING);
  return facts.reduce<AgentStanding>(
    (standing, fact) => {
      switch (fact.name) {
        case 'agent.asked':
          return { ...standing, is: 'working', phaseIndex: fact.data.place.phaseIndex };
        case 'agent.paused':
          return { ...standing, is: 'paused', phaseIndex: fact.data.phaseIndex };
        case 'agent.resumed':
          return {
            ...standing,
            is: 'working',
            phaseIndex: fact.data.phaseIndex,
            resumed: [...standing.resumed, fact.data.phaseIndex],
          };
        case 'agent.completed':
          return { ...standing, is: fact.data.end === 'cancelled' ? 'cancelled' : 'ended' };
        default:
          return standing;
      }
    },
    { stepId, is: 'working', phaseIndex: 1, resumed: [] },
  );
}
