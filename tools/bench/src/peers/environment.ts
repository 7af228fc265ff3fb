import { NODE_MEMORY_OF_ALL } from '@arbiter/stack';

/**
 * What a peer's Node process is given: as much room for new objects as ours in one process has, and what production
 * means to its packages.
 */
export const applicationEnvironment = (port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_OPTIONS: NODE_MEMORY_OF_ALL.NODE_OPTIONS,
  PEER_PORT: String(port),
});
