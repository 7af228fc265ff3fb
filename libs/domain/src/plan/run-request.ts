import type { EventData } from '@arbiter/contracts';

/** What the router asked for. */
export type RunRequest = EventData<'run.requested'>;
