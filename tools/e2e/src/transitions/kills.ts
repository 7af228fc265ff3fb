import { setTimeout as delay } from 'node:timers/promises';
import type { App, EventName } from '@arbiter/contracts';
import type { TestSystem } from '../test-system';
import type { Processes } from './processes';
import { Trap, type Point } from './trap';

const POINTS: readonly Point[] = ['before', 'after'];
const ATTEMPTS = 3;
/** How long after the end of a play its consequences may still come. */
const AFTERWARDS_MILLISECONDS = 10_000;

/** Brings an event about, the first time, the second and so on; resolves when that has ended. */
export type Perform = (event: EventName, time: number) => Promise<unknown>;

/** Kills a service right before, and right after, its append of an event that a play brings about. */
export class Kills {
  /** where a service was killed: the point and the event */
  private readonly killed = new Set<string>();
  private readonly neverWritten: string[] = [];
  /** the end of the last play that was begun, and a while more */
  private ended: Promise<null> = Promise.resolve(null);

  constructor(
    private readonly arbiter: TestSystem,
    private readonly processes: Processes,
    private readonly perform: Perform,
  ) {}

  /**
   * The service that is about to append the event is killed before it, and the service that appends it instead is
   * killed right after it. An append often holds several facts: one kill is a kill at each of them.
   */
  async at(app: App, event: EventName): Promise<void> {
    this.ended = Promise.resolve(null);
    for (const point of POINTS) if (!this.killed.has(`${point} ${event}`)) await this.killAt(app, event, point);
  }

  private async killAt(app: App, event: EventName, point: Point): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) if (await this.isKilledAt(app, event, point)) return;
    throw new Error(`${ATTEMPTS} appends of ${event} in a row lost to another replica's`);
  }

  /** How many facts are in the log whose writer was killed before it could write them. */
  async writtenByDead(): Promise<number> {
    return this.written(this.neverWritten);
  }

  /**
   * False when the append that was held had lost to another replica's: on a busy machine both may have been handed a
   * message.
   */
  private async isKilledAt(app: App, event: EventName, point: Point): Promise<boolean> {
    const trap = new Trap(event);
    const victim = await this.playedUntil(event, this.processes.heldAt(app, trap, point));
    const facts = await this.written(trap.ids);
    await this.processes.kill(victim);
    if (point === 'before') {
      expect(facts).toBe(0);
      this.neverWritten.push(...trap.ids);
    } else if (facts === 0) return false;
    for (const name of trap.events) this.killed.add(`${point} ${name}`);
    return true;
  }

  /**
   * The play that is under way goes on. When it ends without the event by chance, for instance because of a slow read,
   * another one is played, until `held` loses patience.
   */
  private async playedUntil<Held extends object>(event: EventName, held: Promise<Held>): Promise<Held> {
    for (let time = 0; ; time += 1) {
      const victim = await Promise.race([held, this.ended]);
      if (victim) return victim;
      this.ended = this.perform(event, time).then(() => delay(AFTERWARDS_MILLISECONDS, null, { ref: false }));
    }
  }

  private async written(ids: readonly string[]): Promise<number> {
    const { rows } = await this.arbiter.pool.query<{ count: number }>(
      'select count(*)::int as count from event where id = any($1::uuid[])',
      [ids],
    );
    return rows[0]!.count;
  }
}
