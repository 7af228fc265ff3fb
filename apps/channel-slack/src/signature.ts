import { createHmac } from 'node:crypto';
import { Refusal, isSameSecret, type ReceivedRequest } from '@arbiter/channels';

/** An older request is a replay. */
const LONGEST_AGE_SECONDS = 300;

/** Throws 401 unless the app's signing secret signed this body at about `now` (milliseconds). */
export function verify(
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
  signingSecret: string,
  now: number,
): void {
  const timestamp = textOf(headers['x-slack-request-timestamp']);
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    throw new Refusal(401, 'x-slack-request-timestamp is missing');
  if (Math.abs(now / 1_000 - Number(timestamp)) > LONGEST_AGE_SECONDS)
    throw new Refusal(401, `x-slack-request-timestamp is over ${LONGEST_AGE_SECONDS} seconds away`);
  const expected = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
  if (!isSameSecret(textOf(headers['x-slack-signature']), expected))
    throw new Refusal(401, 'x-slack-signature does not fit the body');
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;
