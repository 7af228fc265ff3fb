import type { PlaybookInstance } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/** The run of a topic that waited in line: its turn's own run has said so and ended. A topic waits at most once, so its thread names the run for ever. */
export const queuedRunId = (tenant: string, threadId: string): string => derivedId({ queued: threadId, tenant });

/** The topic and run of a further thing that a turn asks for; the first has the turn's own id. */
export const partId = (tenant: string, requestId: string, place: number): string =>
  place === 0 ? requestId : derivedId({ part: place, requestId, tenant });

/** The run that tells what came of actions that were open when another run ended. */
export const settledRunId = (tenant: string, runId: string): string => derivedId({ settled: runId, tenant });

/** The run of a playbook's instance: there is one a day, however often and by whom it is asked for. */
export const instanceRunId = (tenant: string, { playbook, day }: PlaybookInstance): string =>
  derivedId({ playbook, day, tenant });

/** Has the form of a UUID of version 8, like any other request's id. */
function derivedId(of: Readonly<Record<string, unknown>>): string {
  const digest = canonicalHash(of);
  const variant = '89ab'[Number.parseInt(digest[16] as string, 16) & 3] as string;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
