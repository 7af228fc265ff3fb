import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Above the ports that browsers and fetch refuse to connect to (10,080 is the last of them). Below the range that
 * systems use for outgoing connections (from 32,768 on): none of those takes a port between its choice and its server,
 * or while its server restarts.
 */
const FIRST = 11_000;
const COUNT = 10_000;
const ATTEMPTS = 200;

/** By the port that each claims. */
const claims = new Map<number, Server>();

/**
 * A port on 127.0.0.1, from 11,000 to 20,999, that nothing listens on.
 * 1. No two living processes get the same port: the process that gets one listens 10,000 above it for as long as it
 *    lives.
 * 2. This process gives none out twice, however many ask at once: only one of them can listen there.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + randomInt(COUNT);
    if ((await isPortFree(port)) && (await claimed(port))) return port;
  }
  throw new Error(`no free port on 127.0.0.1 after ${ATTEMPTS} tries; close what holds them and try again`);
}

/**
 * Makes a known port this process's own, so that `freePort` gives it to no other (1); false when another process has
 * it.
 */
export async function claimPort(port: number): Promise<boolean> {
  if (!(await isPortFree(port))) return false;
  if (claims.has(port) || port < FIRST || port >= FIRST + COUNT) return true;
  return claimed(port);
}

/** False when it is already claimed, by this process or another. */
async function claimed(port: number): Promise<boolean> {
  const claim = await listening(port + COUNT);
  if (!claim) return false;
  claims.set(port, claim.unref());
  return true;
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = await listening(port);
  if (!server) return false;
  await new Promise((closed) => server.close(closed));
  return true;
}

/** Null when another process listens there. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server.removeAllListeners('error')));
  });
}
