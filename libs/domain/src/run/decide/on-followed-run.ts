import type { Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import { effectsOf } from '../report/replaced';
import type { OpenRun, Run } from '../state/run';
import { stillRunning } from './ending';
import { settle } from './settle';

/**
 * The run that this one reports or replaces has ended: by that run's own event, or found by a look-up. It may be known
 * before this run's plan is.
 */
export function onFollowedRun(run: Run, { data }: Incoming<'run.completed'>, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  if (run.reported !== null) return { ignored: 'already_reported' };
  if (!isWaitedFor(run, data.runId)) return { ignored: 'not_following' };
  const { status, code, reply, question } = data;
  const header = run.replaces === null ? data.header : effectsOf(run, data, context.artifacts);
  return settle(
    run,
    [{ name: 'run.followed', data: { runId: run.runId, follows: data.runId, status, code, header, reply, question } }],
    context,
  );
}

/**
 * The run that this one reports asks for another yes, with words of its own: nothing more comes of it before that. One
 * that is replaced is waited for all the same.
 */
export function onFollowedSuspended(run: Run, { data }: Incoming<'run.suspended'>, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const isReporting = run.replaces === null && run.planned?.plan.steps[0]?.follows === data.runId;
  return isReporting && run.reported === null ? [stillRunning(run, context)] : { ignored: 'not_following' };
}

/** Before its plan is known, a run that replaces none may be one that reports. */
function isWaitedFor({ replaces, planned }: OpenRun, runId: string): boolean {
  if (replaces !== null) return replaces === runId;
  return planned === null || planned.plan.steps[0]?.follows === runId;
}
