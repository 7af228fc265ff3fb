import { join } from 'node:path';
import { APPS, type App } from '@arbiter/contracts';
import { ALL, loginOf, opensPersonalData, ownPrefix } from '@arbiter/runtime';
import { secretOf } from '../folder/data-folder';
import type { Stack } from '../types';
import { NODE_MEMORY, NODE_MEMORY_OF_ALL } from './node-memory';
import type { SystemOptions } from './options';
import { ROOT } from './root';

/**
 * Node's compiled code is cached in node_modules, so that the next start need not compile again. Not for the one file
 * of all services: its compiled code is beside it, and this setting would hide it (decision 0059).
 */
export const KEEPS_COMPILED = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
};

/** The options, servers and ports of the system. */
export interface ServiceEnvironment {
  readonly options: SystemOptions;
  readonly stack: Stack;
  /** where ingress listens */
  readonly httpPort: number;
  readonly vendorPort: number;
  readonly vendorUrl: string;
}

/** The environment of a process of `app`. Without an app: the owner's own access, for tools. */
export const environmentOf = (app: App | null, surroundings: ServiceEnvironment): NodeJS.ProcessEnv => ({
  ...commonEnvironment(surroundings),
  ...(app ? NODE_MEMORY : KEEPS_COMPILED),
  ...accessOf(app, surroundings),
  ...(app === null || opensPersonalData(app) ? masterKey(surroundings) : {}),
  ...surroundings.options.environment,
});

/**
 * The environment of one process of all services: each service has its own access all the same, and the process has one
 * to append for several.
 */
export const environmentOfAll = (surroundings: ServiceEnvironment): NodeJS.ProcessEnv => ({
  ...commonEnvironment(surroundings),
  ...NODE_MEMORY_OF_ALL,
  ...Object.fromEntries(
    APPS.flatMap((app) =>
      Object.entries(accessOf(app, surroundings)).map(([name, value]) => [
        name.replace('ARBITER_', ownPrefix(app)),
        value,
      ]),
    ),
  ),
  ARBITER_POSTGRES_URL: postgresUrlOf(ALL, surroundings),
  ...masterKey(surroundings),
  ...surroundings.options.environment,
});

const commonEnvironment = ({ stack, httpPort, vendorUrl }: ServiceEnvironment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: process.env.NODE_ENV,
  ARBITER_NATS_URL: stack.nats.url,
  ARBITER_REDIS_URL: stack.redis.url,
  ARBITER_HTTP_PORT: String(httpPort),
  ARBITER_SHOP_URL: vendorUrl,
  ARBITER_STUDIO_URL: vendorUrl,
  ARBITER_DESK_URL: vendorUrl,
  ARBITER_SHOP_LINK_PAGE: `${vendorUrl}/link`,
});

const masterKey = ({ options: { dataFolder } }: ServiceEnvironment): NodeJS.ProcessEnv => ({
  ARBITER_MASTER_KEY: Buffer.from(secretOf(dataFolder, 'master-key'), 'hex').toString('base64'),
});

function accessOf(app: App | null, surroundings: ServiceEnvironment): NodeJS.ProcessEnv {
  const user = app ?? 'operator';
  return {
    ARBITER_POSTGRES_URL: app ? postgresUrlOf(app, surroundings) : surroundings.stack.postgres.url,
    ARBITER_NATS_USER: user,
    ARBITER_NATS_PASSWORD: secretOf(surroundings.options.dataFolder, `nats-${user}`),
  };
}

function postgresUrlOf(app: App | typeof ALL, { options: { dataFolder }, stack }: ServiceEnvironment): string {
  const url = new URL(stack.postgres.url);
  url.username = loginOf(app);
  url.password = secretOf(dataFolder, `postgres-${app}`);
  return url.href;
}

/** The environment of the sandbox vendor. It comes back on its earlier port, which the services know. */
export function vendorEnvironment({ options, httpPort, vendorPort }: ServiceEnvironment): NodeJS.ProcessEnv {
  const { seed, invoices } = options.sandbox ?? {};
  return {
    PATH: process.env.PATH,
    ...KEEPS_COMPILED,
    SANDBOX_DATA: `${options.dataFolder}/sandbox-vendor`,
    ...(seed === undefined ? {} : { SANDBOX_SEED: String(seed) }),
    ...(invoices === undefined ? {} : { SANDBOX_INVOICES: String(invoices) }),
    SANDBOX_ARBITER_URL: `http://127.0.0.1:${httpPort}`,
    SANDBOX_ARBITER_KEY: options.apiKey ?? '',
    SANDBOX_PORT: String(vendorPort),
  };
}
