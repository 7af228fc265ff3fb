import { Problem } from '@arbiter/runtime';
import type { KnownRun } from '../intake/received-fact';
import type { RunDirectory } from '../intake/run-directory';
import type { Caller } from './api-keys';

/** The run that an address names; throws 404 where its tenant has none of that id. */
export async function knownRun(runs: RunDirectory, { tenant }: Caller, id: string): Promise<KnownRun> {
  const run = await runs.find(tenant, id);
  if (run) return run;
  throw new Problem(
    404,
    'unknown_run',
    'there is no such run; one that was accepted a moment ago may show itself in a second',
    { field: 'id', headers: { 'retry-after': '1' } },
  );
}
