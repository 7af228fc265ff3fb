const PATIENCE_MILLISECONDS = 120_000;

/** The JSON of the response. Throws with the response's text when it is no success. */
export async function sendJson<Body>(url: string, method = 'GET', body?: object): Promise<Body> {
  const response = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Body>;
}
