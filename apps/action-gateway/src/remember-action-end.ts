import { actionEndsIn, type RecordedOf } from '@arbiter/contracts';
import type { ProvenanceReader } from '@arbiter/store';

/** The next steps of the run will ask how these ended. */
export const rememberActionEnd =
  (provenances: ProvenanceReader) =>
  async (event: RecordedOf<'action.succeeded' | 'action.failed' | 'segment.ended'>): Promise<void> =>
    actionEndsIn(event).forEach((end) => provenances.note(end));
