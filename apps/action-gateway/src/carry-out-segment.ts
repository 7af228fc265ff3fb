import type { NextRead, ReadFinished, SegmentRead, SegmentWalk } from '@arbiter/domain';

/** After this time what has ended is told, and nothing more begins: the person sees steps end, and nothing waits for a slow vendor. */
export const PATIENCE_MILLISECONDS = 50;

type Finished = SegmentRead['reads'][number];

/** What came of the reads of a segment, and the calls that go on. */
export interface CarriedOut {
  readonly reads: readonly Finished[];
  readonly underWay: ReadonlyMap<NextRead, Promise<ReadFinished>>;
}

/**
 * Carries out the reads of a segment, side by side where they wait for nothing.
 *
 * 1. It ends when no read is under way and none may begin, or when its time is over and at least one has ended.
 * 2. Whatever cannot be called now at all fails the whole: nothing was told yet, and reads do no harm when they are called again.
 */
export function carryOutSegment(walk: SegmentWalk, perform: (read: NextRead) => Promise<ReadFinished>, now: () => string): Promise<CarriedOut> {
  return new Promise((resolve, reject) => {
    const reads: Finished[] = [];
    const underWay = new Map<NextRead, Promise<ReadFinished>>();
    let isLate = false;
    const begin = (read: NextRead): void => {
      const performing = perform(read);
      underWay.set(read, performing);
      performing.then(({ outcome, attempt }) => ended(read, { stepId: read.stepId, outcome, attempt })).catch(failed);
    };
    const advance = (): void => {
      if (!isLate) for (const read of walk.next(now())) begin(read);
      if (underWay.size > 0 && !(isLate && reads.length > 0)) return;
      clearTimeout(patience);
      resolve({ reads: [...reads], underWay: new Map(underWay) });
    };
    const ended = (read: NextRead, finished: Finished): void => {
      underWay.delete(read);
      reads.push(finished);
      walk.ended(finished);
      advance();
    };
    const failed = (error: unknown): void => {
      clearTimeout(patience);
      reject(error);
    };
    const patience = setTimeout(() => {
      isLate = true;
      advance();
    }, PATIENCE_MILLISECONDS);
    advance();
  });
}
