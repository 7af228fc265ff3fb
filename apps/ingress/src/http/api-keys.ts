import { hash, timingSafeEqual } from 'node:crypto';
import { TENANT_NAME, isReservedName, terminal } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';

export interface Caller {
  readonly name: string;
  readonly tenant: string;
  /** the caller may say which customer an account belongs to (CH-17) */
  readonly mayLink: boolean;
  /** the caller may approve and reject actions of playbooks */
  readonly mayApprove: boolean;
}

interface ApiKey extends Caller {
  readonly digest: Buffer;
}

/**
 * The additional rights of a key. `entry` is the last part of the key's entry, several with a `+` between them; `what`
 * says it in words.
 */
export const RIGHTS = {
  mayLink: { entry: 'links', what: 'link accounts' },
  mayApprove: { entry: 'approvals', what: 'answer approvals' },
} as const;
export type Right = keyof typeof RIGHTS;
const ENTRIES: readonly string[] = Object.values(RIGHTS).map(({ entry }) => entry);

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** The callers that may use the API. Without any key, everyone who reaches the port is the tenant's own caller. */
export class ApiKeys {
  private constructor(
    private readonly keys: readonly ApiKey[],
    private readonly unkeyed: Caller,
  ) {}

  /**
   * `name:sha256hex[:tenant[:rights]]`, separated by commas. Throws a terminal error that names the entry and shows
   * nothing of it but its number.
   */
  static parse(text: string, tenant: string): ApiKeys {
    const keys = text
      .split(',')
      .filter((entry) => entry.trim() !== '')
      .map((entry, index) => parseKey(entry.trim(), index + 1, tenant));
    return new ApiKeys(keys, { name: 'api', tenant, mayLink: true, mayApprove: true });
  }

  get configured(): boolean {
    return this.keys.length > 0;
  }

  /** The caller that each key stands for. */
  get callers(): readonly Caller[] {
    return this.keys.map(callerOf);
  }

  /** Throws 401 unless the header holds a known key. Compares every key in constant time. */
  authenticate(authorization: string | undefined): Caller {
    if (!this.configured) return this.unkeyed;
    const presented = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    if (presented === undefined) throw unauthorized('send an API key in the header "Authorization: Bearer <key>"');
    const digest = hash('sha256', presented, 'buffer');
    const matching = this.keys.filter((key) => timingSafeEqual(key.digest, digest));
    if (matching.length === 0) throw unauthorized('the API key is not known here; send one that is configured');
    return callerOf(matching[0]!);
  }
}

const callerOf = ({ name, tenant, mayLink, mayApprove }: ApiKey): Caller => ({ name, tenant, mayLink, mayApprove });

function parseKey(entry: string, place: number, fallback: string): ApiKey {
  const [name = '', digest = '', tenant = fallback, given, ...rest] = entry.split(':');
  const rights = given?.split('+') ?? [];
  if (
    !NAME.test(name) ||
    !DIGEST.test(digest) ||
    !TENANT_NAME.test(tenant) ||
    !rights.every((right) => ENTRIES.includes(right)) ||
    rest.length > 0
  ) {
    throw terminal(
      'configuration',
      `entry ${place} of ARBITER_API_KEYS is not name:sha256hex, name:sha256hex:tenant or name:sha256hex:tenant:rights, with rights of ${ENTRIES.join(', ')} and a + between them; make one with: printf %s "$KEY" | sha256sum`,
      'ARBITER_API_KEYS',
    );
  }
  if (isReservedName(name))
    throw terminal(
      'configuration',
      `entry ${place} of ARBITER_API_KEYS has a name of the platform's own, which stands for a playbook; name it otherwise`,
      'ARBITER_API_KEYS',
    );
  return {
    name,
    digest: Buffer.from(digest, 'hex'),
    tenant,
    mayLink: rights.includes(RIGHTS.mayLink.entry),
    mayApprove: rights.includes(RIGHTS.mayApprove.entry),
  };
}

const unauthorized = (detail: string): Problem =>
  new Problem(401, 'unauthorized', detail, {
    field: 'authorization',
    headers: { 'www-authenticate': 'Bearer realm="arbiter"' },
  });
