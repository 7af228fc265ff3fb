import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** Given out by this process and perhaps not bound yet: the system may offer the same number twice. */
const givenOut = new Set<number>();
const attempts = 50;

/** A port on 127.0.0.1 that nothing listens on; never the same one twice from this process. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = await bind(0);
    if (!givenOut.has(port)) {
      givenOut.add(port);
      return port;
    }
  }
  throw new Error(`no free port on 127.0.0.1 after ${attempts} tries; close what holds them and try again`);
}

export async function isPortFree(port: number): Promise<boolean> {
  try {
    await bind(port);
    return true;
  } catch {
    return false;
  }
}

async function bind(port: number): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      promisify(server.close.bind(server))().then(() => resolve(bound), reject);
    });
  });
}
