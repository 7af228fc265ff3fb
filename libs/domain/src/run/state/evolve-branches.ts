import type { EventData } from '@arbiter/contracts';
import { selectionOf, type PlaybookArgs, sweepStepOf } from '../../plan';
import { actionsIn } from '../pauses/room';
import { begunIn, type BranchRecord } from './branch';
import { appended } from './pages';
import { isSweep, resultsOf, type OpenRun } from './run';

/**
 * The objects are selected again from the results of the reads: the fact holds their number, and the hash of the
 * snapshot.
 */
export function sweepBegun(run: OpenRun, { stepId, at }: EventData<'sweep.begun'>): OpenRun {
  const { plan, args } = run.planned!;
  const { selection } = sweepStepOf(plan)!.forEach;
  const { items, held } = selectionOf(selection, resultsOf(run), args as unknown as PlaybookArgs, at);
  return {
    ...run,
    progressedAt: at,
    steps: { ...run.steps, [stepId]: { status: 'running', items, held: held.length, isTold: false } },
  };
}

export function branchBegun(run: OpenRun, { stepId, plan, branches, at }: EventData<'branch.requested'>): OpenRun {
  const actions = actionsIn(run, plan.steps);
  const before = begunIn(run.branches);
  const begun = branches.map(({ branchId, object }, index): [string, BranchRecord] => [
    branchId,
    {
      stepId,
      object,
      status: 'running',
      code: null,
      touchedAt: null,
      waitsUntil: null,
      answered: [],
      pauses: 0,
      reasons: [],
      actions,
      withdrawn: false,
      place: before + index,
    },
  ]);
  return withOpen({ ...run, progressedAt: at }, begun);
}

export function branchesWithdrawn(run: OpenRun, { branchIds }: EventData<'branch.cancel_requested'>): OpenRun {
  const withdrawn = branchIds.flatMap((id): [string, BranchRecord][] => {
    const record = run.branches.open[id];
    return record ? [[id, { ...record, withdrawn: true }]] : [];
  });
  return withOpen(run, withdrawn);
}

export const branchSuspended = (run: OpenRun, { branchId, expiresAt, at }: EventData<'branch.suspended'>): OpenRun =>
  changed({ ...run, progressedAt: at }, branchId, () => ({ status: 'suspended', waitsUntil: expiresAt }));

export const branchResumed = (run: OpenRun, { branchId, actionId, at }: EventData<'branch.resumed'>): OpenRun =>
  changed({ ...run, progressedAt: at }, branchId, ({ answered }) => ({
    status: 'running',
    waitsUntil: null,
    answered: [...answered, actionId],
  }));

export const branchPaused = (run: OpenRun, { branchId, pause, reasons, at }: EventData<'branch.paused'>): OpenRun =>
  changed({ ...run, progressedAt: at }, branchId, () => ({
    status: 'paused',
    pauses: pause,
    reasons,
    waitsUntil: null,
  }));

export function sweepSuspended(run: OpenRun, { stepId }: EventData<'sweep.suspended'>): OpenRun {
  const record = run.steps[stepId];
  return record && isSweep(record) ? { ...run, steps: { ...run.steps, [stepId]: { ...record, isTold: true } } } : run;
}

/** With these among those that go on. */
export const withOpen = (run: OpenRun, changed: readonly (readonly [string, BranchRecord])[]): OpenRun => ({
  ...run,
  branches: { ...run.branches, open: { ...run.branches.open, ...Object.fromEntries(changed) } },
});

/** R8: a branch that has ended stays as it is. */
function changed(run: OpenRun, branchId: string, change: (record: BranchRecord) => Partial<BranchRecord>): OpenRun {
  const record = run.branches.open[branchId];
  return record ? withOpen(run, [[branchId, { ...record, ...change(record) }]]) : run;
}

/** R8 */
export function branchRecorded(run: OpenRun, data: EventData<'branch.recorded'>): OpenRun {
  const { branchId, status, code, touched, actions, at } = data;
  const { [branchId]: record, ...open } = run.branches.open;
  if (!record) return { ...run, progressedAt: at };
  const ended = {
    ...record,
    branchId,
    status,
    code,
    actions,
    touchedAt: touched ? at : null,
    waitsUntil: null,
    reasons: [],
  };
  const branches = { open, ended: appended(run.branches.ended, ended), took: run.branches.took + actions };
  return { ...run, progressedAt: at, branches };
}
