import { GrowingPause, type Dependencies } from '@arbiter/resilience';
import type { ClaimedTimer } from '@arbiter/store';
import type { Shell } from './shell';

const PAUSE_MILLISECONDS = 250;
/**
 * The pause while looks find nothing and no timer is set here: they then find only timers of another replica that has
 * died.
 */
const SHORTEST_IDLE_MILLISECONDS = 500;
const LONGEST_IDLE_MILLISECONDS = 4_000;
/** looks for timers that are due within this time of each other are made as one */
const GATHER_MILLISECONDS = 50;
const ROUNDS_AT_ONCE = 10;
const MOST_PENDING = 2_000;

export interface DuePollerParts {
  /** claims due timers that no other replica has claimed */
  readonly claim: () => Promise<readonly ClaimedTimer[]>;
  /** milliseconds until the time of the next one comes */
  readonly untilNext: () => Promise<number | null>;
  readonly shell: Pick<Shell<unknown>, 'submit'>;
  readonly dependencies: Pick<Dependencies, 'isStoreUp' | 'met'>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Brings timers of one category back to their streams when their time has come.
 *
 * 1. A timer is before its stream once at a time, however often its claim lapses meanwhile; a stream that waits delays
 *    no other.
 * 2. No more than MOST_PENDING are before their streams; the rest stays in Postgres.
 * 3. A timer that is in Postgres at a look, or that is set here after it, is looked for when it is due. Any other timer
 *    is found within LONGEST_IDLE_MILLISECONDS, and sooner when there was one lately.
 */
export class DuePoller {
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private isOpen = false;
  private looking: Promise<void> = Promise.resolve();
  /** of the next look, on the clock of `performance` */
  private nextAt = Number.POSITIVE_INFINITY;
  private readonly pending = new Set<string>();
  private readonly idle = new GrowingPause(SHORTEST_IDLE_MILLISECONDS, LONGEST_IDLE_MILLISECONDS);

  constructor(private readonly parts: DuePollerParts) {}

  start(): void {
    this.isOpen = true;
    this.plan(PAUSE_MILLISECONDS);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  /** A timer that is due in so many milliseconds was set here. */
  lookWithin(milliseconds: number): void {
    this.idle.reset();
    this.plan(milliseconds);
  }

  private plan(milliseconds: number): void {
    const at = performance.now() + Math.max(GATHER_MILLISECONDS, milliseconds);
    if (at >= this.nextAt || !this.isOpen) return;
    this.nextAt = at;
    if (!this.isLooking) this.schedule();
  }

  private schedule(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.looking = this.look()), Math.ceil(this.nextAt - performance.now()));
  }

  private async look(): Promise<void> {
    this.isLooking = true;
    this.nextAt = Number.POSITIVE_INFINITY;
    const pause = await this.poll().catch((error: unknown) => this.trouble(error));
    this.isLooking = false;
    this.plan(pause);
    if (this.isOpen) this.schedule();
  }

  private trouble(error: unknown): number {
    this.parts.onTrouble(error);
    this.parts.dependencies.met(error);
    return PAUSE_MILLISECONDS;
  }

  /** Returns how long nothing needs to be looked for. */
  private async poll(): Promise<number> {
    for (
      let round = 0;
      this.parts.dependencies.isStoreUp && this.pending.size < MOST_PENDING && round < ROUNDS_AT_ONCE;
      round += 1
    ) {
      const timers = await this.parts.claim();
      for (const timer of timers) this.bring(timer);
      if (timers.length === 0)
        return Math.min(this.idle.after(round === 0), (await this.parts.untilNext()) ?? Infinity);
    }
    return PAUSE_MILLISECONDS;
  }

  private bring({ stream, key, at }: ClaimedTimer): void {
    const name = `${stream} ${key}`;
    if (this.pending.has(name)) return;
    this.pending.add(name);
    // A timer that could not be decided is claimed again when its claim has lapsed.
    this.parts.shell
      .submit(stream, { name: 'due', key } as never, null, at)
      .catch(() => undefined)
      .finally(() => this.pending.delete(name));
  }
}
