import type { Decision, DecisionContext } from '@arbiter/contracts';
import type { Run } from '../state/run';
import { settle } from './settle';

/** EX-20, EX-21: nothing blocks a cancel. One that overtakes its run is remembered until the run opens. */
export function onCancel(run: Run, runId: string, requestedBy: string | null, context: DecisionContext): Decision {
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const isKnown = requestedBy === null || run.followers.includes(requestedBy);
  if (run.cancelling && isKnown) return { ignored: 'already_cancelling' };
  return settle(run, [{ name: 'run.cancelling', data: { runId, requestedBy } }], context);
}
