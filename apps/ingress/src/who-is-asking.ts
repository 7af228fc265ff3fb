import type { Artifacts } from '@arbiter/artifacts';
import {
  ArbiterError,
  linkRulesOf,
  unlinkedCustomerOf,
  type Account,
  type InboundMessage,
  type LinkRules,
} from '@arbiter/contracts';
import type { Logger } from '@arbiter/runtime';
import type { AccountLinks } from './links/account-links';
import type { LinkCodes } from './links/link-codes';
import { turnReceived, type Asking, type ReceivedFact } from './intake/received-fact';
import { InOrder } from './in-order';

export interface AskingParts {
  readonly links: AccountLinks;
  readonly codes: LinkCodes;
  readonly artifacts: Artifacts;
  /** holds the address of the page where accounts are linked */
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
}

/**
 * Finds the customer who sent a channel's message (CH-17). Where the tenant wants accounts linked, an account without a
 * link speaks for itself alone, and its message carries the offer of a link.
 */
export class WhoIsAsking {
  readonly links: AccountLinks;
  readonly codes: LinkCodes;
  private readonly inOrder = new InOrder();

  constructor(private readonly parts: AskingParts) {
    this.links = parts.links;
    this.codes = parts.codes;
  }

  /** The messages of a chat keep their order, however long each look-up takes. */
  turnOf(tenant: string, channel: string, message: InboundMessage): Promise<ReceivedFact> {
    return this.inOrder.run(`${tenant}/${channel}/${message.sessionId}`, async () =>
      turnReceived(tenant, channel, message, await this.asking({ tenant, channel, userId: message.userId })),
    );
  }

  /** The customer that an account speaks for: without a link where one is needed, for itself alone. */
  async customerOf(account: Account): Promise<string> {
    return (await this.asking(account)).customerId;
  }

  /** A tenant that has activated nothing yet has no settings: then telegram and slack need a link. */
  async rulesOf(tenant: string): Promise<LinkRules> {
    const { artifacts } = this.parts;
    const bundle = await artifacts
      .active(tenant)
      .then((hash) => artifacts.load(hash))
      .catch((error: unknown) => {
        if (error instanceof ArbiterError && error.code === 'unknown_artifacts') return null;
        throw error;
      });
    return linkRulesOf(bundle?.conversation);
  }

  private async asking(account: Account): Promise<Asking> {
    const rules = await this.rulesOf(account.tenant);
    if (!rules.channels.includes(account.channel)) return { customerId: account.userId };
    const standing = await this.links.standing(account);
    if (typeof standing !== 'number') return { customerId: standing.customerId };
    const code = this.codes.make(account, standing, new Date(Date.now() + rules.codeMinutes * 60_000));
    return { customerId: unlinkedCustomerOf(account), linkOffer: { code, link: this.linkFor(code, rules) } };
  }

  /** The code alone where there is no page to send the person to. */
  private linkFor(code: string, { pageVariable }: LinkRules): string {
    if (pageVariable === null) return code;
    const page = this.parts.environment[pageVariable] ?? '';
    if (!URL.canParse(page)) {
      this.parts.logger.warn(
        { variable: pageVariable },
        'no page to link accounts on; set the variable to the address of the page',
      );
      return code;
    }
    const link = new URL(page);
    link.searchParams.set('code', code);
    return link.href;
  }
}
