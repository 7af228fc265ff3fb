import { derivedUuid } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/**
 * The run of a topic that was queued: its turn's own run has reported that and ended. A topic is queued at most once,
 * so its thread names the run for ever.
 */
export const queuedRunId = (tenant: string, threadId: string): string => derivedId({ queued: threadId, tenant });

/** The topic and run of a further thing that a turn asks for; the first has the turn's own id. */
export const partId = (tenant: string, requestId: string, place: number): string =>
  place === 0 ? requestId : derivedId({ part: place, requestId, tenant });

/**
 * The run that reports the outcome of actions that were open when another run ended, or of those steps whose outcome
 * was unknown.
 */
export const settledRunId = (tenant: string, runId: string, stepIds?: readonly string[]): string =>
  derivedId({ settled: runId, tenant, ...(stepIds && { stepIds }) });

const derivedId = (of: Readonly<Record<string, unknown>>): string => derivedUuid(canonicalHash(of));
