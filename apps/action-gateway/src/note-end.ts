import type { ActionEnd } from '@arbiter/contracts';
import type { ProvenanceReader } from '@arbiter/platform';

/** The next step of the run will ask how this one ended. */
export const noteEnd =
  (provenances: ProvenanceReader) =>
  async (end: ActionEnd): Promise<void> =>
    provenances.note(end);
