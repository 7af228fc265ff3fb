const AT_ONCE_IN_A_LANE = 128;
const WAITING_IN_A_LANE = 1_000;

interface Waiting {
  readonly begin: () => void;
  readonly turnedAway: () => void;
}

interface Lane {
  held: number;
  readonly waiting: Set<Waiting>;
}

/** Calls off a wait. */
export type CancelWait = () => void;

/**
 * Places, by lane: an effect with a place runs, the others wait for theirs.
 *
 * 1. At most AT_ONCE_IN_A_LANE places of a lane are held; a place that is given back goes to the caller that has waited
 *    longest.
 * 2. At most WAITING_IN_A_LANE wait for one lane. Lanes share nothing: a slow vendor takes no places of others.
 * 3. A caller that has called off its wait or was turned away gets no place; a holder gives its place back once, by
 *    `leave`.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private closed = false;

  /** `begin` is called when there is a place, now or later; null: too many wait, or the lanes are closed. */
  enter(name: string, begin: () => void, turnedAway: () => void = () => undefined): CancelWait | null {
    const lane = this.lanes.get(name) ?? { held: 0, waiting: new Set() };
    if (this.closed || lane.waiting.size >= WAITING_IN_A_LANE) return null;
    this.lanes.set(name, lane);
    if (lane.held < AT_ONCE_IN_A_LANE) {
      lane.held += 1;
      begin();
      return () => undefined;
    }
    const waiting = { begin, turnedAway };
    lane.waiting.add(waiting);
    return () => void lane.waiting.delete(waiting);
  }

  /** Gives a place back. */
  leave(name: string): void {
    const lane = this.lanes.get(name);
    if (!lane) return;
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      next.begin();
    } else {
      lane.held -= 1;
      if (lane.held === 0) this.lanes.delete(name);
    }
  }

  /** No place is given any more; those held are kept. */
  close(): void {
    this.closed = true;
    for (const { waiting } of this.lanes.values()) {
      const all = [...waiting];
      waiting.clear();
      for (const { turnedAway } of all) turnedAway();
    }
  }
}
