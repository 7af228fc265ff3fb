import { VendorError } from './vendor-error';

const PATIENCE_MILLISECONDS = 10_000;

/** Where the shop's own back end reaches Arbiter, and the API key that may link accounts, if one is asked for. */
export interface ArbiterAccess {
  readonly url: string;
  readonly key?: string;
}

export interface LinkedAccount {
  readonly channel: string;
  readonly userId: string;
}

/** The account that a code would bind. Throws Arbiter's reason when the code cannot be used. */
export const accountOfCode = (arbiter: ArbiterAccess | undefined, code: string): Promise<LinkedAccount> =>
  ask(arbiter, 'GET', `?code=${encodeURIComponent(code)}`);

/** Tells Arbiter that the bearer of the code is this customer. */
export const confirmCode = (
  arbiter: ArbiterAccess | undefined,
  code: string,
  customerId: string,
): Promise<LinkedAccount> => ask(arbiter, 'POST', '', { code, customerId });

async function ask(
  arbiter: ArbiterAccess | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<LinkedAccount> {
  if (!arbiter)
    throw new VendorError(503, 'no_arbiter', 'the shop does not know where Arbiter is; set SANDBOX_ARBITER_URL');
  const response = await fetch(`${arbiter.url}/api/links${path}`, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(arbiter.key ? { authorization: `Bearer ${arbiter.key}` } : {}),
    },
  }).catch((error: unknown) => {
    throw new VendorError(
      502,
      'arbiter_away',
      `Arbiter does not answer (${error instanceof Error ? error.message : 'unknown'}); try again`,
    );
  });
  const answer = (await response.json()) as LinkedAccount & { readonly detail?: string };
  if (!response.ok)
    throw new VendorError(response.status, 'refused', answer.detail ?? `Arbiter answered ${response.status}`);
  return answer;
}
