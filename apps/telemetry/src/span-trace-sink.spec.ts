import type { TraceEvent } from '@arbiter/contracts';
import type { PastSpan } from '@arbiter/runtime';
import type { Stretch, Traced } from '@arbiter/views';
import { spanTraceSink } from './span-trace-sink';

const TRACE = 'a'.repeat(32);
const TRACE_PARENT = `00-${TRACE}-${'b'.repeat(16)}-01`;
const OF = {
  ts: '2026-03-02T10:00:02.000Z',
  tenant: 'shop',
  traceId: TRACE,
  requestId: 'run-1',
  sessionId: 'chat',
  stepId: 'work',
  phaseIndex: 1,
  cycleIndex: 1,
};
const called: TraceEvent = {
  ...OF,
  type: 'tool_call',
  details: { tool: 'shop.order.get', signature: 's', args: '[redacted]', call: 1, refused: null },
};
const phaseEnded: TraceEvent = {
  ...OF,
  type: 'orchestration_phase_end',
  details: { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1, reason: 'answered' },
};
const stretch = (of: Stretch['of'], told: readonly TraceEvent[] = [], traceParent: string | null = TRACE_PARENT) => ({
  of,
  traceParent,
  began: '2026-03-02T10:00:00.000Z',
  ended: OF.ts,
  told,
});
const told = (traceParent: string | null = TRACE_PARENT): readonly Traced[] => [
  { event: called, ended: [] },
  { event: phaseEnded, ended: [stretch('phase', [called], traceParent), stretch('step', [], traceParent)] },
];
const spansOf = (traced: readonly Traced[]) => {
  const spans: PastSpan[] = [];
  spanTraceSink({ tell: (span) => spans.push(span) }).committed?.(traced);
  return spans;
};

describe('the spans of an agent (TL-11)', () => {
  it('are one for each phase, below that of its step, in the trace of the request', () => {
    const [phase, step] = spansOf(told());
    expect(phase).toMatchObject({
      name: 'agent tool_phase',
      traceParent: `00-${TRACE}-${step!.spanId}-01`,
      events: [{ name: 'tool_call', at: OF.ts }],
    });
    expect(step).toMatchObject({ name: 'agent', traceParent: TRACE_PARENT, began: '2026-03-02T10:00:00.000Z' });
  });

  it('have the same names when they are told again', () => {
    expect(spansOf(told()).map(({ spanId }) => spanId)).toEqual(spansOf(told()).map(({ spanId }) => spanId));
    expect(new Set(spansOf(told()).map(({ spanId }) => spanId)).size).toBe(2);
  });

  it('are none where the request has no trace', () => {
    expect(spansOf(told(null))).toEqual([]);
  });
});
