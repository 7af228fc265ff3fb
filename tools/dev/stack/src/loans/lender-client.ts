import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the lender of a test run listens, and the folder with the loans of each worker; the run's set-up sets both. */
export const LENDER_URL = 'ARBITER_TEST_LENDER_URL';
export const LENDER_FOLDER = 'ARBITER_TEST_LENDER_FOLDER';

/** The lender starts a whole system, perhaps beside other tests. */
const LEND_MILLISECONDS = 290_000;

/** What a worker may borrow: a running system, or a new database with the schema. */
export type Loan = 'system' | 'database';

const worker = (): string => process.env['JEST_WORKER_ID'] ?? '1';

/** Whether this is a test run with a lender. */
export const hasLender = (): boolean => process.env[LENDER_URL] !== undefined;

/** Null when no file of this worker has borrowed one. */
export function folderOfLoan(loan: Loan): string | null {
  const folder = join(process.env[LENDER_FOLDER] ?? '', worker(), loan);
  return process.env[LENDER_FOLDER] && existsSync(folder) ? folder : null;
}

export const borrow = (loan: Loan): Promise<unknown> => ask('POST', loan);

/** The next file gets a new one. */
export async function discard(loan: Loan): Promise<void> {
  if (folderOfLoan(loan) !== null) await ask('DELETE', loan);
}

async function ask(method: 'POST' | 'DELETE', loan: Loan): Promise<unknown> {
  const response = await fetch(`${process.env[LENDER_URL]}/${worker()}/${loan}`, {
    // A file takes minutes: a connection that is kept would be closed by then, perhaps just as the next one is asked
    // for on it.
    method,
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(LEND_MILLISECONDS),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`no ${loan} to lend: ${body}`);
  return body === '' ? null : JSON.parse(body);
}
