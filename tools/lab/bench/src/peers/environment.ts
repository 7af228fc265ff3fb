import { NODE_MEMORY_OF_ALL } from '@arbiter/stack';

/**
 * The environment of a peer's Node process: as much room for new objects as our single process has, and the production
 * settings of its packages.
 */
export const applicationEnvironment = (port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_OPTIONS: NODE_MEMORY_OF_ALL.NODE_OPTIONS,
  PEER_PORT: String(port),
});
