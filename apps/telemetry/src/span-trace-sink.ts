import { createHash } from 'node:crypto';
import type { TraceEvent } from '@arbiter/contracts';
import { traceParentUnder, type PastSpan, type Tracing } from '@arbiter/runtime';
import type { Stretch, Traced, TraceSink } from '@arbiter/views';

/**
 * TL-11: a span a step of an agent and a span a phase, in the trace of its request, once each has ended; what was told
 * in a phase are the events of its span. A span is named by what it is of: one that is told again is the same one.
 */
export const spanTraceSink = (tracing: Pick<Tracing, 'tell'>): TraceSink => ({
  committed: (told) => told.flatMap(spansOf).forEach((span) => tracing.tell(span)),
});

const spansOf = ({ event, ended }: Traced): readonly PastSpan[] =>
  ended.flatMap((stretch) => (stretch.traceParent === null ? [] : [spanOf(event, stretch, stretch.traceParent)]));

function spanOf(event: TraceEvent, { of, began, ended, told }: Stretch, traceParent: string): PastSpan {
  const { requestId, stepId, phaseIndex, cycleIndex } = event;
  const stepSpan = spanIdOf(requestId, stepId);
  const ofStep = { 'arbiter.run': requestId, 'arbiter.step': stepId, ...reasonOf(event) };
  if (of === 'step')
    return { name: 'agent', spanId: stepSpan, traceParent, began, ended, attributes: ofStep, events: [] };
  return {
    name: phaseOf(event),
    spanId: spanIdOf(requestId, stepId, phaseIndex),
    traceParent: traceParentUnder(traceParent, stepSpan),
    began,
    ended,
    attributes: { ...ofStep, 'arbiter.phase_index': phaseIndex, 'arbiter.cycle_index': cycleIndex },
    events: told.map(({ type, ts, details }) => ({
      name: type,
      at: ts,
      attributes: { 'arbiter.details': JSON.stringify(details) },
    })),
  };
}

const phaseOf = (event: TraceEvent): string =>
  event.type === 'orchestration_phase_end' ? `agent ${event.details.phase}` : 'agent';

const reasonOf = (event: TraceEvent): Readonly<Record<string, string>> =>
  event.type === 'orchestration_phase_end' ? { 'arbiter.reason': event.details.reason } : {};

/** 16 hexadecimal digits. */
const spanIdOf = (...of: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16);
