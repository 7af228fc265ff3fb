import type { EventData } from '@arbiter/contracts';

/** The router's request for a run. */
export type RunRequest = EventData<'run.requested'>;
