import type { Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import type { Run } from '../../4-run';
import { settle } from '../settle';

/** The run that this one reports has ended: told by that run, or found by looking. It may be known before the own plan is. */
export function onFollowedRun(run: Run, { data }: Incoming<'run.completed'>, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  if (run.reported !== null) return { ignored: 'already_reported' };
  if (run.planned !== null && run.planned.plan.steps[0]?.follows !== data.runId) return { ignored: 'not_following' };
  const { status, code, header, reply, question } = data;
  return settle(run, [{ name: 'run.followed', data: { runId: run.runId, follows: data.runId, status, code, header, reply, question } }], context);
}
