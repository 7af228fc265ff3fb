import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal, isSameSecret } from '@arbiter/channels';

const TOLERANCE_SECONDS = 300;

/** The headers of Standard Webhooks. */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Signs a body as Standard Webhooks does: HMAC-SHA256 over `id.timestamp.body`, the timestamp in seconds. */
export function sign(secret: Buffer, id: string, timestamp: number, body: string | Buffer): SignedHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signatureOf(secret, id, String(timestamp), body)}`,
  };
}

/**
 * Throws a Refusal with 401 unless one of the secrets signed the body within five minutes of `now` (milliseconds).
 * There are several secrets while one replaces another, and several signatures are tried, as a sender that rotates
 * sends them.
 */
export function verify(secrets: readonly Buffer[], headers: IncomingHttpHeaders, body: Buffer, now: number): void {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    textOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new Refusal(401, 'the request is not signed; send webhook-id, webhook-timestamp and webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new Refusal(
      401,
      `webhook-timestamp is more than ${TOLERANCE_SECONDS} seconds off; sign the request when it is sent, and set the clock`,
    );
  }
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, 10)
    .map((signature) => signature.slice(3));
  const isSigned = secrets.some((secret) => {
    const expected = signatureOf(secret, id, timestamp, body);
    return given.some((signature) => isSameSecret(signature, expected));
  });
  if (!isSigned)
    throw new Refusal(
      401,
      'webhook-signature does not fit; sign "<webhook-id>.<webhook-timestamp>.<body>" with the secret of both sides',
    );
}

function signatureOf(secret: Buffer, id: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

const textOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value.length <= 1_000 ? value : undefined;
};
