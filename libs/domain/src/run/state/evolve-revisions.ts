import { goneAfter, type EventData } from '@arbiter/contracts';
import type { PlanOrigin } from './revisions';
import type { EndedStep, OpenRun, Planned } from './run';

export const revisionAwaited = (run: OpenRun, data: EventData<'revision.requested'>): OpenRun => ({
  ...run,
  progressedAt: data.at,
  revisions: { ...run.revisions, asked: data.revision, awaited: data },
});

/** Steps that were done keep their results; the steps that failed are removed. */
export function revised(run: OpenRun, { plan, planHash, drawnUp, at }: EventData<'branch.revised'>): OpenRun {
  const { asked, awaited, gone } = run.revisions;
  const origin: PlanOrigin = { ...run.planned!.origin!, proposal: drawnUp.proposal };
  const planned: Planned = { ...run.planned!, plan, planHash, origin };
  const after = { asked, awaited: null, gone: awaited ? goneAfter(awaited) : gone };
  return { ...run, progressedAt: at, planned, revisions: after, brokenBy: brokenIn(run, planned) };
}

/** A step that failed beside the one that the plan was revised for breaks the revised plan. */
function brokenIn({ steps }: OpenRun, { plan }: Planned): string | null {
  const broken = plan.steps.find(
    ({ id, optional }) => !optional && steps[id] !== undefined && hasEndedBadly(steps[id]),
  );
  return broken?.id ?? null;
}

const BAD: ReadonlySet<string> = new Set<EndedStep['status']>(['failed', 'rejected', 'cancelled', 'unknown']);
const hasEndedBadly = ({ status }: { readonly status: string }): boolean => BAD.has(status);
