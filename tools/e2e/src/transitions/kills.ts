import type { App, EventName } from '@arbiter/contracts';
import type { TestSystem } from '../test-system';
import type { Processes } from './processes';
import { Trap, type Point } from './trap';

const ATTEMPTS = 3;

/** Kills a service right before, or right after, its append of an event that somebody brings about. */
export class Kills {
  /** where somebody was killed: the point and the event */
  private readonly killed = new Set<string>();
  private readonly neverWritten: string[] = [];

  constructor(
    private readonly arbiter: TestSystem,
    private readonly processes: Processes,
    private readonly perform: (event: EventName) => void,
  ) {}

  /** An append often holds several facts: one kill is a kill at each of them. */
  async at(app: App, event: EventName, point: Point): Promise<void> {
    if (this.killed.has(`${point} ${event}`)) return;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) if (await this.isKilledAt(app, event, point)) return;
    throw new Error(`${ATTEMPTS} appends of ${event} in a row lost to another replica's`);
  }

  /** How many facts stand in the log whose writer was killed before it could write them. */
  async writtenByDead(): Promise<number> {
    return this.written(this.neverWritten);
  }

  /** False when the append that was held had lost to another replica's: on a busy machine both may have been handed a message. */
  private async isKilledAt(app: App, event: EventName, point: Point): Promise<boolean> {
    const trap = new Trap(event);
    const held = this.processes.heldAt(app, trap, point);
    this.perform(event);
    const victim = await held;
    const facts = await this.written(trap.ids);
    await this.processes.kill(victim);
    if (point === 'before') {
      expect(facts).toBe(0);
      this.neverWritten.push(...trap.ids);
    } else if (facts === 0) return false;
    for (const name of trap.events) this.killed.add(`${point} ${name}`);
    return true;
  }

  private async written(ids: readonly string[]): Promise<number> {
    const { rows } = await this.arbiter.pool.query<{ count: number }>(
      'select count(*)::int as count from event where id = any($1::uuid[])',
      [ids],
    );
    return rows[0]!.count;
  }
}
