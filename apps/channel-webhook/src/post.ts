import { retryAfterMilliseconds, rateLimited, type Deliver } from '@arbiter/channels';
import { readJson, retryable, terminal, type OutboundMessage } from '@arbiter/contracts';
import { sign } from './signature';

/** Statuses that blame the message itself; any other may be corrected on the other side. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 410, 413, 422]);
const FAIR_MILLISECONDS = 5_000;
const LONGEST_ANSWER_BYTES = 10_000;

/**
 * Posts a message, signed. The other side may answer `{ "id": … }` with its own id of the post, so that a quote of it
 * is understood.
 */
export const postTo =
  (url: string, secret: Buffer): Deliver<OutboundMessage> =>
  async (message, { idempotencyKey, signal }) => {
    const body = JSON.stringify(message);
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...sign(secret, idempotencyKey, Math.floor(Date.now() / 1_000), body),
      },
    });
    if (response.ok) return postIdIn(await beginningOf(response));
    await response.body?.cancel();
    const { status } = response;
    const retryAfter = retryAfterMilliseconds(response.headers.get('retry-after') ?? undefined, Date.now());
    if (status === 429 || (status === 503 && retryAfter !== null)) throw rateLimited(retryAfter ?? FAIR_MILLISECONDS);
    if (FOR_GOOD.has(status)) throw terminal('refused', `the webhook answered ${status}`);
    throw retryable('webhook_failed', `the webhook answered ${status}`);
  };

async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LONGEST_ANSWER_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function postIdIn(answer: string): string | null {
  try {
    const { id } = readJson(answer) as { id?: unknown };
    return typeof id === 'string' && id !== '' && id.length <= 128 ? id : null;
  } catch {
    return null;
  }
}
