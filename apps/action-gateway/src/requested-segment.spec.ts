import type { RecordedOf } from '@arbiter/contracts';
import type { SegmentRead } from '@arbiter/domain';
import type { ReadingParts } from './reading-parts';
import { requestedSegment } from './requested-segment';

const begunAt: string[] = [];
jest.mock('./carry-out-segment', () => ({
  carryOutSegment: async (_walk: unknown, _perform: unknown, now: () => string) => {
    begunAt.push(now());
    return { reads: [], underWay: new Map() };
  },
}));

const REQUESTED_AT = '2026-03-02T10:00:00.000Z';
const step = (stepId: string) => ({ stepId, tool: 't', after: [] });
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
  const { isWithdrawn: isNotBegun }: SegmentRead = await requestedSegment(segmentOf(segmentId), parts);
  return { isNotBegun, asked: asked.length };
}

describe('the action that reads lead to', () => {
  it('is not begun when the log says that its run wants it no more (EX-20)', async () => {
    expect(await read('run-1.refund', '2026-03-02T10:00:00.050Z')).toEqual({ isNotBegun: true, asked: 1 });
    expect(await read('run-1.refund', '2026-03-02T10:00:00.050Z', false)).toEqual({ isNotBegun: false, asked: 1 });
  });

  it('is begun without another question when it was asked for just now', async () => {
    expect(await read('run-1.refund', '2026-03-02T10:00:00.049Z')).toEqual({ isNotBegun: false, asked: 0 });
  });

  it('is what such a question is about: reads alone do no harm', async () => {
    expect(await read('run-1.1', '2026-03-02T10:00:30.000Z')).toEqual({ isNotBegun: false, asked: 0 });
  });
});

describe('the reads of a segment', () => {
  it('have all of their time when what they are checked by was long in coming', async () => {
    let now = '2026-03-02T10:00:00.000Z';
    const parts = {
      artifacts: { load: async () => ({}) },
      clock: { now: () => now },
      provenances: { read: async () => ((now = '2026-03-02T10:00:30.000Z'), null) },
    } as unknown as ReadingParts;
    begunAt.length = 0;
    await requestedSegment(segmentOf('run-1.1'), parts);
    expect(begunAt).toEqual(['2026-03-02T10:00:30.000Z']);
  });
});
