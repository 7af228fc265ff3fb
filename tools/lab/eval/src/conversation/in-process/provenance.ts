import {
  actionEndsIn,
  streamOf,
  type ArtifactBundle,
  type Provenance,
  type Recorded,
  type StepsOfRun,
} from '@arbiter/contracts';
import { stepsBefore } from '@arbiter/domain';
import type { Stream } from './stream';

/** The facts that steps of a run are based on, from the streams in memory; null without a plan or its request. */
export function provenanceIn(
  streams: ReadonlyMap<string, Stream>,
  artifacts: ArtifactBundle,
  { runId, stepIds }: StepsOfRun,
): Provenance | null {
  const plan = streams.get(streamOf('plan', artifacts.tenant, runId))?.facts[0];
  const request = plan?.source ? streams.get(plan.source.stream)?.facts[plan.source.version - 1] : undefined;
  if (plan?.name !== 'plan.accepted' || request?.name !== 'run.requested') return null;
  const accepted = plan as Recorded<'plan.accepted'>;
  const before = new Set(stepsBefore(accepted.data.plan, stepIds));
  const ofRun = `${streamOf('action', artifacts.tenant, runId)}.`;
  const actions = [...streams].filter(([stream]) => stream.startsWith(ofRun)).flatMap(([, { facts }]) => facts);
  const ends = actions.flatMap((event) => actionEndsIn(event)).filter(({ data }) => before.has(data.stepId));
  return { plan: accepted, request: request as Recorded<'run.requested'>, artifacts, ends };
}
