import { OTHER, aboutRun, type KnownRun, type ReceivedFact } from './received-fact';

/** An agent that a person may pause, by its run and step; `phaseIndex` is the phase that it stands before. */
export interface KnownAgent extends KnownRun {
  readonly stepId: string;
  readonly phaseIndex: number;
}

/** CH-13: one is enough for each phase that the agent may be paused before. */
export function pauseReceived({ stepId, phaseIndex, ...run }: KnownAgent): ReceivedFact {
  const { runId, sessionId } = run;
  return {
    name: 'agent.pause_received',
    ...aboutRun(run),
    dedupeKey: `${OTHER.pause}/${runId}/${stepId}/${phaseIndex}`,
    payload: { runId, stepId },
    data: { runId, stepId, sessionId, phaseIndex },
  };
}

/** TP-17: each pause takes one. */
export function agentResumeReceived({ stepId, phaseIndex, ...run }: KnownAgent): ReceivedFact {
  const { runId, sessionId } = run;
  return {
    name: 'agent.resume_received',
    ...aboutRun(run),
    dedupeKey: `${OTHER.resume}/${runId}/${stepId}/${phaseIndex}`,
    payload: { runId, stepId, phaseIndex },
    data: { runId, stepId, sessionId, phaseIndex },
  };
}
