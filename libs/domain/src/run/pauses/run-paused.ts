import type { FactOf, PauseReason } from '@arbiter/contracts';
import type { OpenRun } from '../state/run';

/** PL-28: it waits with its state; reasons that were reported before and still hold are repeated. */
export const runPaused = (
  { runId, sessionId, branch, pauses }: OpenRun,
  reasons: readonly PauseReason[],
  at: string,
): FactOf<'run.paused'> => ({
  name: 'run.paused',
  data: { runId, sessionId, ...(branch && { branch }), pause: pauses + 1, reasons: [...reasons], at },
});
