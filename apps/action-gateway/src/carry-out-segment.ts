import type { NextRead, ReadFinished, SegmentRead, SegmentWalk } from '@arbiter/domain';

/**
 * So long after the first end the reads that have ended are reported, and no more begin: the person sees steps end, and
 * no read waits for a slow vendor.
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
}

/**
 * Carries out the reads of a segment, side by side where they wait for nothing.
 *
 * 1. The walk ends when no read is under way and none may begin, or when its time is over, which begins with the first
 *    end. While an action waits for its reads that time is longer.
 * 2. Once a read could not be called no other begins. When none has ended then, the whole fails with its error: it
 *    comes again.
 */
export async function carryOutSegment(
  walk: SegmentWalk,
  perform: (read: NextRead) => Promise<ReadFinished>,
  now: () => string,
): Promise<CarriedOut> {
  const carrying = new Carrying(walk, perform, now);
  try {
    return await carrying.carryOut();
  } finally {
    carrying.clear();
  }
}

class Carrying {
  private readonly reads: SegmentRead['reads'][number][] = [];
  private readonly underWay = new Map<NextRead, Promise<ReadFinished>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private failure: { readonly error: unknown } | null = null;
  private isHurried = false;
  private isStopped = false;
  private changed: () => void = () => undefined;

  constructor(
    private readonly walk: SegmentWalk,
    private readonly perform: (read: NextRead) => Promise<ReadFinished>,
    private readonly now: () => string,
  ) {}

  async carryOut(): Promise<CarriedOut> {
    for (;;) {
      if (!this.isLate) for (const read of this.walk.next(this.now())) this.begin(read);
      if (this.underWay.size === 0 || (this.isLate && this.reads.length > 0)) break;
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
    if (this.reads.length === 0 && this.failure) throw this.failure.error;
    return { reads: [...this.reads], underWay: new Map(this.underWay) };
  }

  clear(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  /** Begins no more reads and waits for none, except for those that an action waits for. */
  private hurry(): void {
    this.isHurried = true;
    this.changed();
  }

  /** Begins no more reads and waits for none. */
  private stop(): void {
    this.isStopped = true;
    this.changed();
  }

  private get isLate(): boolean {
    return this.isStopped || (this.isHurried && !this.walk.isAwaited());
  }

  private begin(read: NextRead): void {
    const performing = this.perform(read);
    this.underWay.set(read, performing);
    performing
      .then(({ outcome, attempt }) => this.ended({ stepId: read.stepId, outcome, attempt }))
      .catch((error: unknown) => {
        this.failure ??= { error };
        this.isStopped = true;
      })
      .finally(() => {
        this.underWay.delete(read);
        this.changed();
      });
  }

  private ended(finished: SegmentRead['reads'][number]): void {
    this.walk.ended(finished);
    if (this.reads.push(finished) > 1) return;
    this.timers.push(setTimeout(() => this.hurry(), PATIENCE_MILLISECONDS));
    this.timers.push(setTimeout(() => this.stop(), LONGEST_MILLISECONDS));
  }
}
