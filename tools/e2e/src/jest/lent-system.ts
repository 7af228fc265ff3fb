import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the lender listens, and the folder with a system a worker; set for the workers by the set-up of the run. */
export const LENDER_URL = 'ARBITER_TEST_LENDER_URL';
export const LENDER_FOLDER = 'ARBITER_TEST_LENDER_FOLDER';

/**
 * How services run where a test does not say: as `npm start` runs them, or with `npm test -- --services` a process
 * each.
 */
export const USUAL_PROCESSES = process.env['ARBITER_TEST_PROCESSES'] === 'each' ? 'each' : 'one';

/** The lender starts a whole system, perhaps beside other tests. */
const LEND_MILLISECONDS = 290_000;

/** A system as a test sees that may talk to it and not touch its processes. */
export interface SystemView {
  readonly httpUrl: string;
  readonly vendorUrl: string;
  readonly stack: { readonly postgres: { readonly url: string }; readonly nats: { readonly url: string } };
  readonly options: { readonly dataFolder: string };
  /** the owner's own access */
  environmentOf(app: null): NodeJS.ProcessEnv;
}

/** The part of it that is sent to another process. */
export interface LentSystem extends Omit<SystemView, 'environmentOf'> {
  readonly environment: NodeJS.ProcessEnv;
}

const worker = (): string => process.env['JEST_WORKER_ID'] ?? '1';

/** The system of this worker, the vendor as on its first day; no other file uses it until the file has ended. */
export async function borrowSystem(): Promise<SystemView> {
  const { environment, ...lent } = (await ask('POST')) as LentSystem;
  return { ...lent, environmentOf: () => environment };
}

/** The next file gets a new one. */
export async function discardLentSystem(): Promise<void> {
  if (lentFolder() !== null) await ask('DELETE');
}

/** Null when no file of this worker has borrowed one. */
export function lentFolder(): string | null {
  const folder = join(process.env[LENDER_FOLDER] ?? '', worker());
  return process.env[LENDER_FOLDER] && existsSync(folder) ? folder : null;
}

async function ask(method: 'POST' | 'DELETE'): Promise<unknown> {
  const response = await fetch(`${process.env[LENDER_URL]}/${worker()}`, {
    // A file takes minutes: a connection that is kept would be closed by then, perhaps just as the next one is asked
    // for on it.
    method,
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(LEND_MILLISECONDS),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`no system to lend: ${body}`);
  return body === '' ? null : JSON.parse(body);
}
