import { linkStreamOf, retryable, type Account, type EventName, type RecordedOf } from '@arbiter/contracts';
import { atMost, forMilliseconds, type Clock } from '@arbiter/resilience';
import type { EventStore, Keyring } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import { v7 as timeOrderedId } from 'uuid';
import {
  UNLINKED,
  decideConfirmation,
  decideRevocation,
  evolveLink,
  refusalOf,
  standingLink,
  type AccountLink,
  type CodeRefusal,
  type Confirmation,
  type Confirmed,
  type Link,
  type Revoked,
} from './account-link';
import type { LinkCode } from './link-codes';

/** For how long another process may still take a revoked link for a valid one. */
const KNOWN_MILLISECONDS = 2_000;
const MOST_KNOWN = 50_000;
const MOST_ATTEMPTS = 5;

export interface LinkParts {
  readonly app: string;
  readonly store: EventStore;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/**
 * Which customer an account is, out of its link stream (CH-17).
 *
 * 1. A fact is written only as the version after those it was decided upon; a writer that loses that race decides
 *    again.
 * 2. Only valid links are cached, for KNOWN_MILLISECONDS. So a new link counts at the next message, and a link that
 *    this process revokes ends at once.
 */
export class AccountLinks {
  private readonly known = new LRUCache<string, Link>({
    ...atMost(MOST_KNOWN),
    ...forMilliseconds(KNOWN_MILLISECONDS),
  });

  constructor(private readonly parts: LinkParts) {}

  /** The link of an account or, without one, the version that a code for it counts for. */
  async standing(account: Account): Promise<Link | number> {
    const stream = linkStreamOf(account);
    const now = this.parts.clock.now();
    const known = this.known.get(stream);
    if (known && (known.expiresAt === null || now < known.expiresAt)) return known;
    const state = await this.read(stream);
    const link = standingLink(state, now);
    if (link) this.known.set(stream, link);
    return link ?? state.version;
  }

  async read(stream: string): Promise<AccountLink> {
    const facts = (await this.parts.store.read([{ stream, after: 0 }])).get(stream) ?? [];
    return facts.reduce(evolveLink, UNLINKED);
  }

  /** Why a code cannot be used now; null when it can. */
  async refusal(code: LinkCode): Promise<CodeRefusal | null> {
    return refusalOf(await this.read(linkStreamOf(code.account)), code, this.parts.clock.now());
  }

  /** The fact as it is recorded, or why it is not. */
  async confirm(confirmation: Confirmation): Promise<Confirmed | CodeRefusal> {
    const {
      code: { account },
      customerId,
    } = confirmation;
    await this.parts.keyring.create([{ tenant: account.tenant, customerId }]);
    return this.record(
      account,
      (state, now) => decideConfirmation(state, confirmation, now),
      () => customerId,
    );
  }

  /** Null when there was no link. */
  async revoke(account: Account, by: string): Promise<Revoked | null> {
    return this.record(
      account,
      (state, now) => decideRevocation(state, account.channel, by, now),
      ({ link }) => link!.customerId,
    );
  }

  private async record<D extends Confirmed | Revoked | CodeRefusal | null>(
    account: Account,
    decide: (state: AccountLink, now: string) => D,
    customerOf: (state: AccountLink) => string,
  ): Promise<D> {
    const stream = linkStreamOf(account);
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const state = await this.read(stream);
      const now = this.parts.clock.now();
      const decided = decide(state, now);
      if (decided === null || typeof decided === 'string') return decided;
      const isRecorded = await this.append(
        account.tenant,
        customerOf(state),
        { stream, version: state.version + 1 },
        decided,
        now,
      );
      this.known.delete(stream);
      if (isRecorded) return decided;
    }
    throw retryable('contended', 'the account is being linked from many sides; send it again', 500);
  }

  private async append(
    tenant: string,
    customerId: string,
    { stream, version }: { readonly stream: string; readonly version: number },
    { name, data }: Confirmed | Revoked,
    time: string,
  ): Promise<boolean> {
    const id = timeOrderedId();
    const event = {
      id,
      name,
      data,
      app: this.parts.app,
      stream,
      version,
      time,
      tenant,
      customerId,
      correlationId: id,
      causationId: null,
      source: null,
      traceParent: null,
    } as RecordedOf<EventName>;
    const { accepted } = await this.parts.store.append([
      { stream, events: [event], decisions: [null], due: [], ui: [] },
    ]);
    return accepted.has(stream);
  }
}
