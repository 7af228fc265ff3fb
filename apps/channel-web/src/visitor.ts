import { createHmac } from 'node:crypto';
import { Refusal, isSameSecret } from '@arbiter/channels';
import { readJson } from '@arbiter/contracts';

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const LONGEST_TOKEN = 2_000;
/** A token in an address may end up in a log; it must not be worth much there. */
const LONGEST_SECONDS = 86_400;

/** The visitor whom the site's own back end vouches for: only the visitor reads and writes their session. */
export interface Visitor {
  readonly sessionId: string;
  readonly userId: string;
  /** seconds since 1970 */
  readonly expires: number;
}

/** The token a site's back end gives a visitor: a JSON Web Token, HS256, with `sid`, `sub` and `exp`. */
export function tokenOf({ sessionId, userId, expires }: Visitor, secret: Buffer): string {
  const claims = Buffer.from(JSON.stringify({ sid: sessionId, sub: userId, exp: expires })).toString('base64url');
  return `${HEADER}.${claims}.${signatureOf(secret, `${HEADER}.${claims}`)}`;
}

/**
 * Throws a Refusal with 401 unless one of the secrets signed the token and it has not expired at `now` (milliseconds).
 */
export function visitorOf(token: string | undefined, secrets: readonly Buffer[], now: number): Visitor {
  const [header, claims, signature, ...rest] =
    token !== undefined && token.length <= LONGEST_TOKEN ? token.split('.') : [];
  if (!header || !claims || !signature || rest.length > 0)
    throw refused('the request carries no visitor token; send it as Authorization: Bearer, or as ?token= of a stream');
  const isSigned = secrets.some((secret) => isSameSecret(signature, signatureOf(secret, `${header}.${claims}`)));
  if (!isSigned || read(header)['alg'] !== 'HS256')
    throw refused('the visitor token is not signed with the secret of this channel; have the back end make another');
  const { sid, sub, exp } = read(claims);
  if (typeof sid !== 'string' || typeof sub !== 'string' || typeof exp !== 'number')
    throw refused('the visitor token lacks sid, sub or exp');
  if (exp * 1_000 <= now || exp * 1_000 > now + LONGEST_SECONDS * 1_000)
    throw refused('the visitor token has expired, or is good for more than a day; have the back end make another');
  return { sessionId: sid, userId: sub, expires: exp };
}

const refused = (message: string): Refusal => new Refusal(401, message, { 'www-authenticate': 'Bearer' });

const signatureOf = (secret: Buffer, signed: string): string =>
  createHmac('sha256', secret).update(signed).digest('base64url');

function read(part: string): Record<string, unknown> {
  try {
    const value = readJson(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
