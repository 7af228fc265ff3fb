import type { RecordedOf } from '@arbiter/contracts';
import type { SegmentRead } from '@arbiter/domain';
import type { ReadingParts } from './reading-parts';
import { requestedSegment } from './requested-segment';

jest.mock('./carry-out-segment', () => ({
  carryOutSegment: async () => ({ reads: [], underWay: new Map(), notCalled: [] }),
}));

const REQUESTED_AT = '2026-03-02T10:00:00.000Z';
const step = (stepId: string) => ({ stepId, actionId: `run-1.${stepId}`, tool: 't', after: [] });
const segmentOf = (segmentId: string) =>
  ({
    name: 'segment.requested',
    tenant: 'shop',
    customerId: 'C-0001',
    traceParent: null,
    data: { segmentId, runId: 'run-1', steps: [step('look'), step('refund')], requestedAt: REQUESTED_AT },
  }) as unknown as RecordedOf<'segment.requested'>;

async function read(segmentId: string, now: string, isWithdrawn = true) {
  const asked: unknown[] = [];
  const parts = {
    artifacts: { load: async () => ({}) },
    clock: { now: () => now },
    provenances: { read: async () => null },
    withdrawn: { has: async (_: string, segment: unknown) => (asked.push(segment), isWithdrawn) },
  } as unknown as ReadingParts;
  const { alone }: SegmentRead = await requestedSegment(segmentOf(segmentId), parts);
  return { alone, asked: asked.length };
}

describe('the action that reads lead to', () => {
  it('is not begun when the log says that its run wants it no more (EX-20)', async () => {
    expect(await read('run-1.refund', '2026-03-02T10:00:00.050Z')).toEqual({ alone: ['refund'], asked: 1 });
    expect(await read('run-1.refund', '2026-03-02T10:00:00.050Z', false)).toEqual({ alone: [], asked: 1 });
  });

  it('is begun without another question when it was asked for just now', async () => {
    expect(await read('run-1.refund', '2026-03-02T10:00:00.049Z')).toEqual({ alone: [], asked: 0 });
  });

  it('is what such a question is about: reads alone do no harm', async () => {
    expect(await read('run-1.1', '2026-03-02T10:00:30.000Z')).toEqual({ alone: [], asked: 0 });
  });
});
