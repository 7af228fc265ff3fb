import { hash, timingSafeEqual } from 'node:crypto';
import { TENANT_NAME, terminal } from '@arbiter/contracts';
import { Problem } from '@arbiter/platform';

export interface Caller {
  readonly name: string;
  readonly tenant: string;
  /** it may say which customer an account is (CH-17) */
  readonly mayLink: boolean;
}

interface ApiKey extends Caller {
  readonly digest: Buffer;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
/** What a key may do besides, as the last part of its entry. */
const LINKS = 'links';
const DIGEST = /^[0-9a-f]{64}$/;

/** Who may call. Without any key all who reach the port are the tenant's own caller. */
export class ApiKeys {
  private constructor(
    private readonly keys: readonly ApiKey[],
    private readonly unkeyed: Caller,
  ) {}

  /**
   * `name:sha256hex[:tenant[:links]]`, separated by commas. Throws a terminal error that names the entry and shows nothing of it but
   * its number.
   */
  static parse(text: string, tenant: string): ApiKeys {
    const keys = text
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry, index) => parseKey(entry.trim(), index + 1, tenant));
    return new ApiKeys(keys, { name: 'api', tenant, mayLink: true });
  }

  get configured(): boolean {
    return this.keys.length > 0;
  }

  /** Whom each key speaks as. */
  get callers(): readonly Caller[] {
    return this.keys.map(({ name, tenant, mayLink }) => ({ name, tenant, mayLink }));
  }

  /** Throws 401 unless the header holds a known key. Compares every key in constant time. */
  authenticate(authorization: string | undefined): Caller {
    if (!this.configured) return this.unkeyed;
    const presented = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    if (presented === undefined) throw unauthorized('send an API key in the header "Authorization: Bearer <key>"');
    const digest = hash('sha256', presented, 'buffer');
    const matching = this.keys.filter((key) => timingSafeEqual(key.digest, digest));
    if (matching.length === 0) throw unauthorized('the API key is not known here; send one that is configured');
    const { name, tenant, mayLink } = matching[0]!;
    return { name, tenant, mayLink };
  }
}

function parseKey(entry: string, place: number, fallback: string): ApiKey {
  const [name = '', digest = '', tenant = fallback, right, ...rest] = entry.split(':');
  if (
    !NAME.test(name) ||
    !DIGEST.test(digest) ||
    !TENANT_NAME.test(tenant) ||
    ![undefined, LINKS].includes(right) ||
    rest.length > 0
  ) {
    throw terminal(
      'configuration',
      `entry ${place} of ARBITER_API_KEYS is not name:sha256hex, name:sha256hex:tenant or name:sha256hex:tenant:links; make one with: printf %s "$KEY" | sha256sum`,
      'ARBITER_API_KEYS',
    );
  }
  return { name, digest: Buffer.from(digest, 'hex'), tenant, mayLink: right === LINKS };
}

const unauthorized = (detail: string): Problem =>
  new Problem(401, 'unauthorized', detail, {
    field: 'authorization',
    headers: { 'www-authenticate': 'Bearer realm="arbiter"' },
  });
