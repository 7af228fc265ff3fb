import { canonicalHash } from '../canonical-hash';

/**
 * The run of a topic that waited in line: its turn's own run has said so and ended. A topic waits at most once, so its thread
 * names the run for ever; the hash has the form of a UUID of version 8, like any other request's id.
 */
export function queuedRunId(tenant: string, threadId: string): string {
  const digest = canonicalHash({ queued: threadId, tenant });
  const variant = '89ab'[Number.parseInt(digest[16] as string, 16) & 3] as string;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
