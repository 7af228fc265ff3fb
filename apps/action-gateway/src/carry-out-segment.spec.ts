import type { NextRead, ReadFinished, SegmentWalk } from '@arbiter/domain';
import { carryOutSegment } from './carry-out-segment';

const NOW = '2026-03-02T10:00:00.000Z';

/** A chain of reads `a b c`: each begins when the one before has ended. Side by side: all begin at once. */
function walkOf(stepIds: readonly string[], isChain: boolean, awaited?: string) {
  const ended: string[] = [];
  let begun = 0;
  const walk = {
    next: () => {
      const until = isChain ? Math.min(stepIds.length, ended.length + 1) : stepIds.length;
      const next = stepIds.slice(begun, until).map((stepId) => ({ stepId }) as NextRead);
      begun = Math.max(begun, until);
      return next;
    },
    isAwaited: () => awaited !== undefined && !ended.includes(awaited),
    ended: ({ stepId }: { stepId: string }) => void ended.push(stepId),
  } as unknown as SegmentWalk;
  return { walk, begun: () => begun };
}

const FINISHED = { outcome: { kind: 'succeeded', result: 1 }, attempt: 1 } as unknown as ReadFinished;

/** Reads that end when they are told to. */
function calls() {
  const ends = new Map<string, (finished: ReadFinished) => void>();
  const perform = ({ stepId }: NextRead) => new Promise<ReadFinished>((resolve) => ends.set(stepId, resolve));
  return { perform, end: (stepId: string) => ends.get(stepId)!(FINISHED) };
}

const names = (reads: Iterable<{ readonly stepId: string }>): string =>
  [...reads].map(({ stepId }) => stepId).join(' ');

describe('the reads of a segment', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are carried out one after the other, and told together (1)', async () => {
    const { walk } = walkOf(['a', 'b', 'c'], true);
    const done = await carryOutSegment(
      walk,
      async () => FINISHED,
      () => NOW,
    );
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['a b c', '']);
  });

  it('that are quick do not wait for a slow one, which goes on (1)', async () => {
    const { walk } = walkOf(['a', 'slow', 'c'], false);
    const { perform, end } = calls();
    const carrying = carryOutSegment(walk, perform, () => NOW);
    end('c');
    end('a');
    await jest.advanceTimersByTimeAsync(50);
    const done = await carrying;
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['c a', 'slow']);
    end('slow');
    await expect([...done.underWay.values()][0]).resolves.toBe(FINISHED);
  });

  it('begin no more when their time is over, which begins with the first end (1)', async () => {
    const { walk, begun } = walkOf(['a', 'b', 'c', 'd'], true);
    const { perform, end } = calls();
    const carrying = carryOutSegment(walk, perform, () => NOW);
    await jest.advanceTimersByTimeAsync(1_000);
    end('a');
    await jest.advanceTimersByTimeAsync(49);
    end('b');
    await jest.advanceTimersByTimeAsync(1);
    const done = await carrying;
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['a b', 'c']);
    expect(begun()).toBe(3);
  });

  it('one is waited for, however long it takes (1)', async () => {
    const { walk } = walkOf(['slow'], false);
    const { perform, end } = calls();
    const carrying = carryOutSegment(walk, perform, () => NOW);
    await jest.advanceTimersByTimeAsync(20_000);
    end('slow');
    const done = await carrying;
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['slow', '']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('go on while an action waits for them, and no longer (1)', async () => {
    const { walk } = walkOf(['a', 'b', 'slow'], false, 'b');
    const { perform, end } = calls();
    const carrying = carryOutSegment(walk, perform, () => NOW);
    end('a');
    await jest.advanceTimersByTimeAsync(400);
    end('b');
    const done = await carrying;
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['a b', 'slow']);
  });

  it('are waited for half a second at most, whatever waits for them (1)', async () => {
    const { walk } = walkOf(['a', 'slow'], false, 'slow');
    const { perform, end } = calls();
    const carrying = carryOutSegment(walk, perform, () => NOW);
    end('a');
    await jest.advanceTimersByTimeAsync(500);
    const done = await carrying;
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['a', 'slow']);
  });

  it('that were made are told when another cannot be called now, and no more begin (2)', async () => {
    const { walk, begun } = walkOf(['a', 'b', 'c'], true);
    const done = await carryOutSegment(
      walk,
      async ({ stepId }) => (stepId === 'b' ? Promise.reject(new Error('overloaded')) : FINISHED),
      () => NOW,
    );
    expect([names(done.reads), names(done.underWay.keys())]).toEqual(['a', '']);
    expect(begun()).toBe(2);
  });

  it('fail as a whole when none of them can be called now (2)', async () => {
    const { walk } = walkOf(['a', 'b'], true);
    await expect(
      carryOutSegment(
        walk,
        () => Promise.reject(new Error('overloaded')),
        () => NOW,
      ),
    ).rejects.toThrow('overloaded');
  });
});
