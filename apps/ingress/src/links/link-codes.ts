import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account } from '@arbiter/contracts';

/** The content of a code whose signature is valid. */
export interface LinkCode {
  readonly account: Account;
  /** how many facts the account's link stream had: with the next one the code is used up */
  readonly version: number;
  /** ISO 8601, UTC */
  readonly expiresAt: string;
  /** names the code in the log without being of use to a reader */
  readonly hash: string;
}

const KEY_BYTES = 32;
const PURPOSE = 'arbiter account links v1';
const FORM = /^([a-z][a-z0-9_]{0,31})\.(0|[1-9]\d{0,8})\.([1-9]\d{0,10})\.([\w-]{2,700})\.([\w-]{43})$/;

/**
 * The codes that bind an account to a customer (CH-17): channel, version, seconds of expiry and account, signed with
 * 256 bits. Nothing is stored for a code. Only a holder of the key can make one, and it fits one tenant, channel and
 * account.
 */
export class LinkCodes {
  private readonly keys: readonly Buffer[];

  /** The signing keys follow from the master keys: the first one signs, each of them is believed. */
  constructor(masterKeys: readonly Buffer[]) {
    this.keys = masterKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, KEY_BYTES)));
  }

  make(account: Account, version: number, expiresAt: Date): string {
    const seconds = Math.floor(expiresAt.getTime() / 1_000);
    const said = `${account.channel}.${version}.${seconds}.${Buffer.from(account.userId).toString('base64url')}`;
    return `${said}.${signatureOf(this.keys[0]!, account.tenant, said).toString('base64url')}`;
  }

  /** Null when it is no code that was made here for this tenant. */
  read(tenant: string, code: string): LinkCode | null {
    const [, channel, version, seconds, userId, signature] = FORM.exec(code) ?? [];
    if (!channel || !userId || !signature) return null;
    const said = code.slice(0, code.lastIndexOf('.'));
    const presented = Buffer.from(signature, 'base64url');
    if (!this.keys.some((key) => timingSafeEqual(signatureOf(key, tenant, said), presented))) return null;
    return {
      account: { tenant, channel, userId: Buffer.from(userId, 'base64url').toString('utf8') },
      version: Number(version),
      expiresAt: new Date(Number(seconds) * 1_000).toISOString(),
      hash: hash('sha256', said, 'base64url'),
    };
  }
}

const signatureOf = (key: Buffer, tenant: string, said: string): Buffer =>
  createHmac('sha256', key).update(`${tenant}/${said}`).digest();
