import { retentionOf } from '@arbiter/contracts';
import type { Artifacts } from '../shell/parts';

const DAY_MILLISECONDS = 86_400_000;

/**
 * How far back people can look. Partitions stay until the longest period of all tenants is over: what a shorter one hides is not
 * shown before, and no message stands there whose answer is gone already.
 */
export class ShownPeriod {
  constructor(private readonly artifacts: Pick<Artifacts, 'active' | 'load'>, private readonly now: () => number = Date.now) {}

  /** Throws a terminal error for a tenant without active artifacts. */
  async beginsAt(tenant: string): Promise<Date> {
    const bundle = await this.artifacts.load(await this.artifacts.active(tenant));
    return new Date(this.now() - retentionOf(bundle.conversation).shownDays * DAY_MILLISECONDS);
  }
}
