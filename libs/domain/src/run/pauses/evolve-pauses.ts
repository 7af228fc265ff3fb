import type { EventData } from '@arbiter/contracts';
import type { BranchRecord } from '../state/branch';
import { withOpen } from '../state/evolve-branches';
import type { OpenRun } from '../state/run';
import { distinct } from './reasons';

/** R10: it did not happen, and has no record any more. */
export function stepRefused(run: OpenRun, { stepId, reason, at }: EventData<'step.refused'>): OpenRun {
  const { [stepId]: _refused, ...steps } = run.steps;
  return {
    ...run,
    progressedAt: at,
    steps,
    refused: distinct([...run.refused, reason]),
    refusals: { ...run.refusals, [stepId]: (run.refusals[stepId] ?? 0) + 1 },
  };
}

export const runPaused = (run: OpenRun, { pause, reasons, at }: EventData<'run.paused'>): OpenRun => ({
  ...run,
  progressedAt: at,
  pauses: pause,
  waits: { for: 'person', pause: { number: pause, reasons } },
});

export const runContinued = (run: OpenRun, { granted, at }: EventData<'run.continued'>): OpenRun => ({
  ...run,
  progressedAt: at,
  waits: null,
  refused: [],
  // The revision that it waits for has been paused as well.
  revisions: { ...run.revisions, awaited: run.revisions.awaited && { ...run.revisions.awaited, at } },
  granted: { ...run.granted, ...granted },
  share: granted.actions ?? run.share,
});

export function branchesContinued(
  run: OpenRun,
  { branches, actions, at }: EventData<'branch.continue_requested'>,
): OpenRun {
  const going = branches.flatMap(({ branchId: id }): [string, BranchRecord][] => {
    const record = run.branches.open[id];
    return record?.status === 'paused'
      ? [[id, { ...record, status: 'running', reasons: [], actions: actions ?? record.actions }]]
      : [];
  });
  return withOpen({ ...run, progressedAt: at }, going);
}
