import { streamOf } from '@arbiter/contracts';

/** The agent of a step of a run (EX-10). */
export const agentStream = (tenant: string, runId: string, stepId: string): string =>
  streamOf('agent', tenant, `${runId}.${stepId}`);
