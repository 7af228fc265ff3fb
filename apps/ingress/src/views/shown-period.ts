import type { Artifacts } from '@arbiter/artifacts';
import { ArbiterError, retentionOf, type ConversationDefinition, type Retention } from '@arbiter/contracts';

const DAY_MILLISECONDS = 86_400_000;

/**
 * How far back people can look. Partitions stay until the longest period of all tenants is over, but lines older than
 * the tenant's own period are not shown, and no message is shown whose answer is gone already.
 */
export class ShownPeriod {
  constructor(
    private readonly artifacts: Pick<Artifacts, 'active' | 'load'>,
    private readonly now: () => number = Date.now,
  ) {}

  async beginsAt(tenant: string, period: keyof Retention = 'shownDays'): Promise<Date> {
    return new Date(this.now() - retentionOf(await this.conversationOf(tenant))[period] * DAY_MILLISECONDS);
  }

  /** A tenant that has activated nothing yet has no settings. */
  private async conversationOf(tenant: string): Promise<ConversationDefinition | undefined> {
    try {
      return (await this.artifacts.load(await this.artifacts.active(tenant))).conversation;
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'unknown_artifacts') return undefined;
      throw error;
    }
  }
}
