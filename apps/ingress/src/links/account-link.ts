import type { Fact, FactOf } from '@arbiter/contracts';
import type { LinkCode } from './link-codes';

/** The customer that an account is bound to, and until when; null: for good. */
export interface Link {
  readonly customerId: string;
  readonly confirmedAt: string;
  readonly expiresAt: string | null;
}

/** The link stream of one account. */
export interface AccountLink {
  /** how many facts there are */
  readonly version: number;
  readonly link: Link | null;
  /** by the version it was made for: the hash of the code that was used, null where the fact was no confirmation */
  readonly used: readonly (string | null)[];
}

export const UNLINKED: AccountLink = { version: 0, link: null, used: [] };

export type CodeRefusal = 'code_used' | 'code_expired' | 'account_linked' | 'code_superseded';
export type Confirmed = FactOf<'link.confirmed'>;
export type Revoked = FactOf<'link.revoked'>;

/** A confirmation whose customer was erased binds no account any more. */
export function evolveLink({ version, link, used }: AccountLink, fact: Fact): AccountLink {
  if (fact.name === 'link.confirmed') {
    const { customerId, confirmedAt, expiresAt, codeHash } = fact.data;
    return {
      version: version + 1,
      link: customerId === '' ? null : { customerId, confirmedAt, expiresAt },
      used: [...used, codeHash],
    };
  }
  return { version: version + 1, link: fact.name === 'link.revoked' ? null : link, used: [...used, null] };
}

/** The link that counts now. Instants are compared as text: all are ISO 8601 in UTC with milliseconds. */
export const standingLink = ({ link }: AccountLink, now: string): Link | null =>
  link !== null && (link.expiresAt === null || now < link.expiresAt) ? link : null;

/**
 * Why a code cannot be used now; null when it can. It counts for one version of its account's stream, so it counts
 * once.
 */
export function refusalOf(state: AccountLink, code: LinkCode, now: string): CodeRefusal | null {
  if (state.used[code.version] === code.hash) return 'code_used';
  if (now >= code.expiresAt) return 'code_expired';
  if (code.version === state.version) return null;
  return standingLink(state, now) ? 'account_linked' : 'code_superseded';
}

export interface Confirmation {
  readonly code: LinkCode;
  readonly customerId: string;
  /** the caller's name */
  readonly by: string;
  /** null: until it is revoked */
  readonly days: number | null;
}

export function decideConfirmation(
  state: AccountLink,
  { code, customerId, by, days }: Confirmation,
  now: string,
): Confirmed | CodeRefusal {
  const expiresAt = days === null ? null : new Date(Date.parse(now) + days * 86_400_000).toISOString();
  const {
    account: { channel },
    hash: codeHash,
  } = code;
  return (
    refusalOf(state, code, now) ?? {
      name: 'link.confirmed',
      data: { channel, customerId, codeHash, confirmedBy: by, confirmedAt: now, expiresAt },
    }
  );
}

/** Null when there is nothing to revoke. */
export const decideRevocation = (state: AccountLink, channel: string, by: string, now: string): Revoked | null =>
  standingLink(state, now) && { name: 'link.revoked', data: { channel, revokedBy: by, revokedAt: now } };
