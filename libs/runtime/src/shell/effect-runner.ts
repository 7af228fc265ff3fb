import type { EventName, RecordedOf } from '@arbiter/contracts';
import { Lanes } from './lanes';
import type { Effect, EffectOrder, Effects, EffectTools } from './effects';

/** when the service stops, running effects have this long to end before they are aborted */
const GRACE_MILLISECONDS = 5_000;

/**
 * Runs the effects of committed facts, outside the batch and bounded. An effect that is lost (a crash, an overflow) is
 * made up for: the timer that its fact set wakes the stream again.
 *
 * 1. An effect runs while it has a place in its lane (Lanes).
 * 2. While an effect waits or runs, another one for the same purpose is not begun: it keeps its place in line.
 */
export class EffectRunner {
  private readonly underWay = new Set<string>();
  private running = 0;
  private closed = false;
  private idle: (() => void) | null = null;
  private readonly stop = new AbortController();
  private readonly lanes: Lanes;

  constructor(
    private readonly effects: Effects,
    private readonly order: EffectOrder,
    private readonly tools: Pick<EffectTools, 'submit' | 'show'>,
    private readonly onTrouble: (error: unknown) => void,
  ) {
    this.lanes = order.lanes ?? new Lanes();
  }

  run(event: RecordedOf<EventName>, artifacts: string): void {
    const effect = this.effects[event.name] as Effect | undefined;
    if (!effect || this.closed) return;
    const purpose = this.order.purposeOf?.(event) ?? event.id;
    if (this.underWay.has(purpose)) return;
    this.underWay.add(purpose);
    const lane = this.order.laneOf?.(event) ?? event.tenant;
    const begin = (): void => {
      this.running += 1;
      effect(event, { ...this.tools, artifacts, signal: this.stop.signal })
        .catch((error: unknown) => this.onTrouble(error))
        .finally(() => this.finished(lane, purpose));
    };
    if (this.lanes.enter(lane, begin)) return;
    this.underWay.delete(purpose);
    this.onTrouble(new Error(`too many effects wait in lane ${lane}; ${event.name} is left to its timer`));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.lanes.close();
    if (this.running === 0) return;
    const patience = setTimeout(() => this.stop.abort(), GRACE_MILLISECONDS);
    await new Promise<void>((resolve) => (this.idle = resolve));
    clearTimeout(patience);
  }

  private finished(lane: string, purpose: string): void {
    this.running -= 1;
    this.underWay.delete(purpose);
    this.lanes.leave(lane);
    if (this.running === 0) this.idle?.();
  }
}
