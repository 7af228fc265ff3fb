import { Problem } from '@arbiter/runtime';
import type { KnownRun } from '../intake/received-fact';
import type { RunDirectory } from '../intake/run-directory';
import type { Caller } from './api-keys';

export const UNKNOWN_RUN = 'unknown_run';

/** The run that an address names; throws 404 where its tenant has none of that id. */
export async function knownRun(runs: RunDirectory, { tenant }: Pick<Caller, 'tenant'>, id: string): Promise<KnownRun> {
  const run = await runs.find(tenant, id);
  if (run) return run;
  throw unknownRun('id');
}

/** Of a run that is another's as well: who asks does not learn that it is there. */
export const unknownRun = (field: string): Problem =>
  new Problem(
    404,
    UNKNOWN_RUN,
    'there is no such run; one that was accepted a moment ago may show itself in a second',
    { field, headers: { 'retry-after': '1' } },
  );
