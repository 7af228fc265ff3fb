import type { NextRead, ReadFinished, SegmentRead, SegmentWalk } from '@arbiter/domain';

/**
 * After this time the reads that have ended are reported, and no more begin: the person sees steps end, and no read
 * waits for a slow vendor.
 */
const PATIENCE_MILLISECONDS = 50;

/**
 * The reads before an action are waited for this long: handing the action back costs more than the person's wait to see
 * a read end.
 */
const LONGEST_MILLISECONDS = 500;

/** The results of a segment's reads. */
export interface CarriedOut {
  readonly reads: SegmentRead['reads'];
  /** calls that go on */
  readonly underWay: ReadonlyMap<NextRead, Promise<ReadFinished>>;
  /** steps whose reads could not be called now */
  readonly notCalled: readonly string[];
}

/**
 * Carries out the reads of a segment, side by side where they wait for nothing.
 *
 * 1. The walk ends when no read is under way and none may begin, or when its time is over and at least one read has
 *    ended. While an action waits for its reads that time is longer.
 * 2. Once a read could not be called no other begins. When none has ended then, the whole fails with its error: it
 *    comes again.
 */
export async function carryOutSegment(
  walk: SegmentWalk,
  perform: (read: NextRead) => Promise<ReadFinished>,
  now: () => string,
): Promise<CarriedOut> {
  const carrying = new Carrying(walk, perform, now);
  const patience = setTimeout(() => carrying.hurry(), PATIENCE_MILLISECONDS);
  const longest = setTimeout(() => carrying.stop(), LONGEST_MILLISECONDS);
  try {
    return await carrying.carryOut();
  } finally {
    clearTimeout(patience);
    clearTimeout(longest);
  }
}

class Carrying {
  private readonly reads: SegmentRead['reads'][number][] = [];
  private readonly underWay = new Map<NextRead, Promise<ReadFinished>>();
  private readonly notCalled: string[] = [];
  private isHurried = false;
  private isStopped = false;
  private changed: () => void = () => undefined;

  constructor(
    private readonly walk: SegmentWalk,
    private readonly perform: (read: NextRead) => Promise<ReadFinished>,
    private readonly now: () => string,
  ) {}

  async carryOut(): Promise<CarriedOut> {
    let failure: unknown;
    const failed = (error: unknown): void => void (failure ??= error);
    for (;;) {
      if (!this.isLate) for (const read of this.walk.next(this.now())) this.begin(read, failed);
      if (this.underWay.size === 0 || (this.isLate && this.reads.length > 0)) break;
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
    if (this.reads.length === 0 && this.notCalled.length > 0) throw failure;
    return { reads: [...this.reads], underWay: new Map(this.underWay), notCalled: this.notCalled };
  }

  /** Begins no more reads, and waits for at most one; except for reads that an action waits for. */
  hurry(): void {
    this.isHurried = true;
    this.changed();
  }

  /** Begins no more, and waits for one at most. */
  stop(): void {
    this.isStopped = true;
    this.changed();
  }

  private get isLate(): boolean {
    return this.isStopped || (this.isHurried && !this.walk.isAwaited());
  }

  private begin(read: NextRead, failed: (error: unknown) => void): void {
    const performing = this.perform(read);
    this.underWay.set(read, performing);
    performing
      .then(({ outcome, attempt }) => this.ended({ stepId: read.stepId, outcome, attempt }))
      .catch((error: unknown) => {
        failed(error);
        this.notCalled.push(read.stepId);
        this.isStopped = true;
      })
      .finally(() => {
        this.underWay.delete(read);
        this.changed();
      });
  }

  private ended(finished: SegmentRead['reads'][number]): void {
    this.walk.ended(finished);
    this.reads.push(finished);
  }
}
