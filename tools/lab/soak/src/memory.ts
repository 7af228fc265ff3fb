import { residentMemory } from '@arbiter/stack';
import type { SoakSystem } from './site';

const INTERVAL_MILLISECONDS = 5_000;

/**
 * The 256 that a service takes at most (decision 0052), and a tenth for noise: a leak, or a start that loads unneeded
 * code, takes more.
 */
const MOST_MEBIBYTES = 280;
/**
 * The embedded model beside the service: its weights, its runtime, and both once more while it is loaded (decision
 * 0052).
 */
const EMBEDDED_MODEL_MEBIBYTES = 100;

/** Resident memory of a process of a service, in MiB, over all its lives. */
export interface Memory {
  readonly first: number;
  readonly max: number;
  readonly last: number;
}

/** Looks at every service now and then, until it is stopped. */
export class MemoryWatch {
  private readonly seen = new Map<string, Memory>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly site: SoakSystem) {
    this.timer = setInterval(() => this.look(), INTERVAL_MILLISECONDS);
  }

  stop(): Readonly<Record<string, Memory>> {
    clearInterval(this.timer);
    this.look();
    return Object.fromEntries([...this.seen].toSorted(([one], [other]) => one.localeCompare(other)));
  }

  private look(): void {
    for (const { name, process } of this.site.system.services) {
      const now = residentMemory(process.pid)?.now;
      const before = this.seen.get(name);
      if (now !== undefined)
        this.seen.set(name, { first: before?.first ?? now, max: Math.max(before?.max ?? 0, now), last: now });
    }
  }
}

const mostOf = (name: string): number =>
  name.startsWith('provider-gateway') ? MOST_MEBIBYTES + EMBEDDED_MODEL_MEBIBYTES : MOST_MEBIBYTES;

/** Names the services that took more than they may. */
export const tooLarge = (memory: Readonly<Record<string, Memory>>): readonly string[] =>
  Object.entries(memory)
    .filter(([name, { max }]) => max > mostOf(name))
    .map(([name, { max }]) => `${name} ${max} MiB`);
