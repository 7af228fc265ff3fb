import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { Effect, Effects, LaneOf, Submit } from './subscription';

const AT_ONCE_IN_A_LANE = 128;
const WAITING_IN_A_LANE = 1_000;
/** what was begun has this long to end when the service stops; then it is told to */
const GRACE_MILLISECONDS = 5_000;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs what follows a committed fact, outside the batch and bounded. An effect that is lost (a crash, an overflow) is not
 * missed for ever: the timer its fact set brings the stream back.
 *
 * 1. Effects of one lane take no place of another's: a slow vendor holds up its own tenant's calls to it and nobody else's.
 * 2. At most AT_ONCE_IN_A_LANE of a lane run, and WAITING_IN_A_LANE wait for their turn in it.
 */
export class EffectRunner {
  private readonly lanes = new Map<string, Lane>();
  private closed = false;
  private idle: (() => void) | null = null;
  private readonly stop = new AbortController();

  constructor(private readonly effects: Effects, private readonly laneOf: LaneOf, private readonly submit: Submit, private readonly onTrouble: (error: unknown) => void) {}

  run(event: RecordedOf<EventName>, artifacts: string): void {
    const effect = this.effects[event.name] as Effect | undefined;
    if (!effect || this.closed) return;
    const name = this.laneOf(event);
    const lane = this.lanes.get(name) ?? { running: 0, waiting: [] };
    this.lanes.set(name, lane);
    const start = (): void => {
      lane.running += 1;
      effect(event, { submit: this.submit, artifacts, signal: this.stop.signal })
        .catch((error: unknown) => this.onTrouble(error))
        .finally(() => this.finished(name, lane));
    };
    if (lane.running < AT_ONCE_IN_A_LANE) start();
    else if (lane.waiting.length < WAITING_IN_A_LANE) lane.waiting.push(start);
    else this.onTrouble(new Error(`more than ${WAITING_IN_A_LANE} effects wait in one lane; ${event.name} is left to its timer`));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const lane of this.lanes.values()) lane.waiting.length = 0;
    if (this.isIdle) return;
    const patience = setTimeout(() => this.stop.abort(), GRACE_MILLISECONDS);
    await new Promise<void>((resolve) => (this.idle = resolve));
    clearTimeout(patience);
  }

  private get isIdle(): boolean {
    return ![...this.lanes.values()].some(({ running }) => running > 0);
  }

  private finished(name: string, lane: Lane): void {
    lane.running -= 1;
    const next = lane.waiting.shift();
    if (next) next();
    else if (lane.running === 0) {
      this.lanes.delete(name);
      if (this.lanes.size === 0) this.idle?.();
    }
  }
}
