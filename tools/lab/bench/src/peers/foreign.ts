import type { Server } from '@arbiter/stack';

/** Processor time is counted of processes that were started here: a server elsewhere would work for nothing. */
export function refuseForeign({ source, describe }: Pick<Server, 'source' | 'describe'>): void {
  if (source !== 'environment' && source !== 'docker') return;
  throw new Error(
    `${describe}: its processor time cannot be counted; unset ARBITER_POSTGRES_URL, ARBITER_NATS_URL and ARBITER_REDIS_URL, and have these servers on PATH instead of in Docker`,
  );
}
