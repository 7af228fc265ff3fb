import type { HeaderStep, ObjectCounts, StepOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { sweepBegun } from '../branches/begin-sweep';
import { openBranches } from '../branches/sweep';
import { BRANCHES_FAILED } from '../report/objects';
import { sweepBegun as evolveBegun, sweepSuspended } from '../state/evolve-branches';
import type { StepKind } from '../state/run';
import { BRANCH_PATIENCE_MILLISECONDS, EXPIRY_GRACE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';

/** PL-20: the branch of each object is a run of its own. */
export const forEach: StepKind<StepOf<'for_each'>> = {
  ...PLAIN,
  begin: (run, planned, step, context) => [sweepBegun(run, planned, step, context)],
  evolve(run, fact) {
    if (fact.name === 'sweep.begun') return evolveBegun(run, fact.data);
    return fact.name === 'sweep.suspended' ? sweepSuspended(run, fact.data) : run;
  },
  // A branch has a watchdog of its own, and may wait for a person.
  patience: (run) =>
    openBranches(run).flatMap(([, { waitsUntil }]) => [
      instantAfter(run.progressedAt, BRANCH_PATIENCE_MILLISECONDS),
      ...(waitsUntil === null ? [] : [instantAfter(waitsUntil, 2 * EXPIRY_GRACE_MILLISECONDS)]),
    ]),
  atStop(run) {
    const open = openBranches(run);
    if (open.length === 0) return 'over';
    return open.some(([, { withdrawn }]) => !withdrawn) ? 'to_withdraw' : 'withdrawn';
  },
  withdraw(run, [stepId]) {
    const branchIds = openBranches(run).flatMap(([branchId, { withdrawn }]) => (withdrawn ? [] : [branchId]));
    return [{ name: 'branch.cancel_requested', data: { runId: run.runId, stepId: stepId!, branchIds } }];
  },
  inHeader(result) {
    const { done, held, failed, unknown } = result as ObjectCounts;
    return { objects: { done, held, failed, unknown }, ...failureOf(failed, unknown) };
  },
};

function failureOf(failed: number, unknown: number): Partial<HeaderStep> {
  if (failed + unknown === 0) return {};
  const message = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`the outcome of ${unknown} is unknown`] : []),
  ].join(', ');
  return { status: failed > 0 ? 'failed' : 'unknown', error: { code: BRANCHES_FAILED, message } };
}
