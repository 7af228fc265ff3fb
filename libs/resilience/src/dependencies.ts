import { failureOf } from './failure';
import { concernsStore, type Outage, type Part } from './outage';
import { until } from './until';

/**
 * The parts that a service depends on, and which of them are away.
 *
 * 1. Away at once, by the first work that fails for it; back only by a probe that succeeds (`DependencyProbes`).
 * 2. While a part of the store is away nothing is pulled and nothing is decided; everything waits, for any time.
 * 3. Waiting callers are let go when the store is back or `close` is called.
 */
export class Dependencies {
  private readonly away = new Map<Part, Outage>();
  private readonly unpullable = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private closed = false;

  constructor(private readonly tell: (change: Outage, isBack: boolean) => void = () => undefined) {}

  get outages(): readonly Outage[] {
    return [...this.away.values()];
  }

  /** Something can be decided and recorded. */
  get isStoreUp(): boolean {
    return !this.outages.some(concernsStore);
  }

  isAway(part: Part): boolean {
    return this.away.has(part);
  }

  /**
   * Work has met this error; it counts when it means an outage. Whether the schema differs only the probe can tell: the
   * one statement may be at fault.
   */
  met(error: unknown): void {
    const failure = failureOf(error);
    if (failure.kind === 'outage' && failure.part !== 'schema')
      this.lost(failure.part, `${failure.cause}: ${error instanceof Error ? error.message : String(error)}`);
  }

  lost(part: Part, detail: string): void {
    if (this.away.has(part)) return;
    const outage = { part, detail: detail.slice(0, 200), since: Date.now() };
    this.away.set(part, outage);
    this.tell(outage, false);
    this.notify();
  }

  restored(part: Part): void {
    const outage = this.away.get(part);
    if (!outage) return;
    this.away.delete(part);
    this.tell(outage, true);
    this.notify();
  }

  /** `consumers` are away as long as one durable is that this process is to pull. */
  cannotPull(durable: string, reason: string): void {
    this.unpullable.add(durable);
    this.lost('consumers', `${durable} cannot be pulled: ${reason}`);
  }

  /** The durable is pulled again, or this process no longer needs to pull it. */
  canPull(durable: string): void {
    this.unpullable.delete(durable);
    if (this.unpullable.size === 0) this.restored('consumers');
  }

  /** Calls back at every change; the result ends that. */
  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves when the store is up, or waiting was given up. */
  untilStoreUp(signal: AbortSignal): Promise<void> {
    return until(
      () => this.isStoreUp || this.closed,
      (listener) => this.watch(listener),
      signal,
    );
  }

  close(): void {
    this.closed = true;
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
