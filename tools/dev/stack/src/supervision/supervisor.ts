import { setTimeout as sleep } from 'node:timers/promises';
import type { Death } from '../process/managed-process';
import { DeathCount, RESTART_LIMITS, type RestartLimits } from './death-count';

/** A part that can be started again as it was: in the same place, with its data. */
export interface Part {
  /** the name as people read it; one part has one name */
  readonly name: string;
  /** Throws when it does not come up; nothing of it is left running then. */
  start(): Promise<void>;
}

interface Watched {
  readonly count: DeathCount;
  /** while it is being brought back */
  under: Promise<void> | null;
  /** the part died again before this restart was over */
  next: Death | null;
  readonly released: AbortController;
}

/**
 * Starts a part again that ended without a request, and reports it: one line a death, one a return
 * (docs/decisions/0044).
 * 1. A part is brought back by one loop at a time; a death meanwhile is that loop's next.
 * 2. A released part is not started again, nor is any after `stop`; a pause ends at once.
 * 3. `stop` returns when no loop is left. A start under way is its owner's to end.
 * 4. A part that dies too often is given up, with all others: nothing is started again, and `gaveUp` resolves, once.
 */
export class Supervisor {
  /** Resolves with the message when it has given up; never rejects. */
  readonly gaveUp: Promise<string>;
  private readonly parts = new Map<string, Watched>();
  private readonly end: (line: string) => void;
  private isStopped = false;

  constructor(
    private readonly report: (line: string) => void,
    private readonly limits: RestartLimits = RESTART_LIMITS,
  ) {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.gaveUp = promise;
    this.end = resolve;
  }

  /** Whether it is known here to be away. */
  isAway(name: string): boolean {
    return Boolean(this.parts.get(name)?.under);
  }

  died(part: Part, death: Death): void {
    if (this.isStopped) return;
    const watched = this.watchedAs(part.name);
    if (watched.under) watched.next = death;
    else
      watched.under = this.bringBack(part, watched, death).finally(() => {
        watched.under = null;
      });
  }

  /** The part is not supervised from now on. */
  release(name: string): void {
    this.parts.get(name)?.released.abort();
    this.parts.delete(name);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const loops = [...this.parts.values()].map(({ under }) => under);
    for (const { released } of this.parts.values()) released.abort();
    await Promise.all(loops);
  }

  private watchedAs(name: string): Watched {
    const known = this.parts.get(name);
    if (known) return known;
    const watched: Watched = {
      count: new DeathCount(this.limits),
      under: null,
      next: null,
      released: new AbortController(),
    };
    this.parts.set(name, watched);
    return watched;
  }

  /** Never rejects. The bound of the loop is the count of deaths. */
  private async bringBack(part: Part, watched: Watched, death: Death): Promise<void> {
    const begun = Date.now();
    const { signal } = watched.released;
    let what = ended(part.name, death);
    while (!signal.aborted) {
      const pause = watched.count.died(Date.now());
      if (pause === null) return this.giveUp(what, part.name, death.logPath);
      this.report(`${what}; starting it again in ${seconds(pause)}`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const failure = await part.start().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (signal.aborted) return;
      if (failure === null) {
        watched.count.up(Date.now());
        this.report(`${part.name} is up again after ${seconds(Date.now() - begun)}`);
        if (watched.next === null) return;
      }
      what = failure === null ? ended(part.name, watched.next as Death) : `${part.name} did not come up: ${failure}`;
      watched.next = null;
    }
  }

  private giveUp(what: string, name: string, logPath: string): void {
    this.isStopped = true;
    for (const { released } of this.parts.values()) released.abort();
    this.end(
      `${what}; that was the ${this.limits.deaths}th time, so ${name} is given up and everything stops. Read ${logPath}, put right what it says, and start again`,
    );
  }
}

const ended = (name: string, { how, recentOutput }: Death): string =>
  `${name} ended (${how}); it said last: ${recentOutput ?? 'nothing'}`;

const seconds = (milliseconds: number): string => `${Math.max(0.1, Math.round(milliseconds / 100) / 10)} s`;
