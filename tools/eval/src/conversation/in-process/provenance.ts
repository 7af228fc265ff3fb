import { streamOf, type ActionEnd, type ArtifactBundle, type Provenance, type Recorded, type StepOfRun } from '@arbiter/contracts';
import { stepsBefore } from '@arbiter/domain';
import type { AnyRecorded, Stream } from './stream';

const ENDS: ReadonlySet<AnyRecorded['name']> = new Set(['action.denied', 'action.rejected', 'action.succeeded', 'action.failed', 'action.unknown', 'action.cancelled']);

/** What a step of a run stands upon, read off the streams in memory; null without a plan or the request it was made upon. */
export function provenanceIn(streams: ReadonlyMap<string, Stream>, artifacts: ArtifactBundle, { runId, stepId }: StepOfRun): Provenance | null {
  const plan = streams.get(streamOf('plan', artifacts.tenant, runId))?.facts[0];
  const request = plan?.source ? streams.get(plan.source.stream)?.facts[plan.source.version - 1] : undefined;
  if (plan?.name !== 'plan.accepted' || request?.name !== 'run.requested') return null;
  const accepted = plan as Recorded<'plan.accepted'>;
  const ends = stepsBefore(accepted.data.plan, stepId).flatMap((step) => {
    const last = streams.get(streamOf('action', artifacts.tenant, `${runId}.${step}`))?.facts.at(-1);
    return last && ENDS.has(last.name) ? [last as ActionEnd] : [];
  });
  return { plan: accepted, request: request as Recorded<'run.requested'>, artifacts, ends };
}
