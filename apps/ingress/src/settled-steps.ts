import {
  stepEndsIn,
  streamOf,
  type EventData,
  type EventName,
  type HeaderStep,
  type RunView,
} from '@arbiter/contracts';
import type { EventStore } from '@arbiter/store';

const TELLING = new Set<EventName>(['step.completed', 'segment.completed']);

/** A run as it was shown, with the later outcomes of steps that were unknown at its end (R7 of a run). */
export async function withSettledSteps(store: EventStore, tenant: string, shown: RunView): Promise<RunView> {
  if (!shown.header?.steps.some(({ status }) => status === 'unknown')) return shown;
  const facts = await store.readKinds([streamOf('run', tenant, shown.requestId)], TELLING);
  const settled = new Map<string, EventData<'step.completed'>>();
  for (const end of facts.flatMap(stepEndsIn)) settled.set(end.stepId, end);
  return { ...shown, header: { steps: shown.header.steps.map((step) => corrected(step, settled.get(step.stepId))) } };
}

function corrected(step: HeaderStep, settled: EventData<'step.completed'> | undefined): HeaderStep {
  if (step.status !== 'unknown' || settled === undefined || settled.status === 'unknown') return step;
  const { stepId, title } = step;
  const { status, code, message } = settled;
  return { stepId, title, status, ...(code === null ? {} : { error: { code, message } }) };
}
