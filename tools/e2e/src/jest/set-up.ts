import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lender } from './lender';
import { LENDER_FOLDER, LENDER_URL } from '@arbiter/stack/loans';

/** Before the first test of a run. The workers get their environment from this process. */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-lent-'));
  // Postgres refuses to run as root, and as another user it must get to its folder.
  chmodSync(folder, 0o755);
  const lender = await Lender.open(folder);
  process.env[LENDER_FOLDER] = folder;
  process.env[LENDER_URL] = lender.url;
  (globalThis as { arbiterLender?: Lender }).arbiterLender = lender;
}
