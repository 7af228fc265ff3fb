import { rmSync } from 'node:fs';
import type { Lender } from './lender';
import { LENDER_FOLDER } from '@arbiter/stack/loans';

/** After the last test of a run, in the process of its set-up. */
export default async function tearDown(): Promise<void> {
  await (globalThis as { arbiterLender?: Lender }).arbiterLender?.close();
  rmSync(process.env[LENDER_FOLDER] ?? '', { recursive: true, force: true });
}
