import type { Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import { effectsOf } from '../report/replaced';
import type { OpenRun, Run } from '../state/run';
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

/** Before its plan is known, a run that replaces none may be one that reports. */
function isWaitedFor({ replaces, planned }: OpenRun, runId: string): boolean {
  if (replaces !== null) return replaces === runId;
  return planned === null || planned.plan.steps[0]?.follows === runId;
}
