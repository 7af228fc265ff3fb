import type { EventName, RecordedOf } from '@arbiter/contracts';
import { freshLook, looksBefore, streamsForAction, type ApprovalReviewed, type FreshLook } from '@arbiter/domain';
import type { EventStore } from '@arbiter/store';
import { performEffect } from './tools/perform-effect';
import { budgetOf } from './tools/governor';
import { vendorLane } from './tools/vendor-places';
import type { ReadingParts } from './reading-parts';

const SUSPENDED = new Set<EventName>(['action.suspended']);

/**
 * PL-18: before an approved action is let go, the reads that it relies on are made again; null where there are none.
 */
export async function reviewedApproval(
  approval: RecordedOf<'approval.given'>,
  { artifacts, clock, places, provenances }: Omit<ReadingParts, 'reads' | 'withdrawn'>,
  store: Pick<EventStore, 'readKinds'>,
): Promise<ApprovalReviewed | null> {
  const { tenant, customerId, traceParent } = approval;
  const { runId, decision } = approval.data;
  if (decision !== 'approve') return null;
  const [stream] = streamsForAction(approval) as [string];
  const suspended = (await store.readKinds([stream], SUSPENDED)).find((fact) => fact.name === 'action.suspended');
  if (!suspended) return null;
  const { stepId } = suspended.data;
  const approved = await provenances.read(tenant, { runId, stepIds: [stepId] });
  const steps = approved ? looksBefore(approved, stepId) : [];
  if (steps.length === 0) return null;
  const artifactsHash = approved!.plan.data.artifacts;
  const bundle = await artifacts.load(artifactsHash);
  const looks = steps.map(async (step): Promise<FreshLook | null> => {
    const provenance = (await provenances.read(tenant, { runId, stepIds: [step.id] }))!;
    const context = { now: clock.now(), stream, tenant, customerId, artifacts: bundle, artifactsHash, provenance };
    const effect = freshLook(step, context);
    if (!effect) return null;
    const place = places.reading(vendorLane(tenant, step.tool), budgetOf(bundle, tenant, step.tool));
    const { outcome } = await performEffect(effect, place, { tenant, traceParent });
    return { stepId: step.id, outcome };
  });
  return { name: 'approval.reviewed', approval, looks: (await Promise.all(looks)).filter((look) => look !== null) };
}
