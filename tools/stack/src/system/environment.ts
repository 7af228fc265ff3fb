import { join } from 'node:path';
import type { App } from '@arbiter/contracts';
import { loginOf, opensPersonalData } from '@arbiter/platform';
import { secretOf } from '../folder/data-folder';
import type { Stack } from '../types';
import { NODE_MEMORY } from './node-memory';
import type { SystemOptions } from './options';
import { ROOT } from './root';

/** What Node has compiled is kept where an installation is made anew, so that the next start need not do it again. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node') };

/** Where everything stands. */
export interface Surroundings {
  readonly options: SystemOptions;
  readonly stack: Stack;
  /** where ingress listens; 0 before it was ever started without a port in the options */
  httpPort: number;
  /** empty before it was ever started */
  vendorUrl: string;
}

/** What a process of `app` is given. Without an app: the owner's own access, for tools. */
export function environmentOf(app: App | null, { options, stack, httpPort, vendorUrl }: Surroundings): NodeJS.ProcessEnv {
  const { dataFolder } = options;
  const postgres = new URL(stack.postgres.url);
  if (app) {
    postgres.username = loginOf(app);
    postgres.password = secretOf(dataFolder, `postgres-${app}`);
  }
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: process.env.NODE_ENV,
    ...compiled,
    ARBITER_POSTGRES_URL: postgres.href,
    ARBITER_NATS_URL: stack.nats.url,
    ...(app ? NODE_MEMORY : {}),
    ARBITER_NATS_USER: app ?? 'operator',
    ARBITER_NATS_PASSWORD: secretOf(dataFolder, `nats-${app ?? 'operator'}`),
    ARBITER_REDIS_URL: stack.redis.url,
    ...(app === null || opensPersonalData(app) ? { ARBITER_MASTER_KEY: Buffer.from(secretOf(dataFolder, 'master-key'), 'hex').toString('base64') } : {}),
    ARBITER_HTTP_PORT: String(httpPort),
    ARBITER_SHOP_URL: vendorUrl,
    ARBITER_SHOP_LINK_PAGE: `${vendorUrl}/link`,
    ...options.environment,
  };
}

/** What the sandbox vendor is given. It comes back on the port it had, which the services know. */
export function vendorEnvironment({ options, httpPort, vendorUrl }: Surroundings): NodeJS.ProcessEnv {
  const port = vendorUrl ? new URL(vendorUrl).port : options.vendorPort;
  return {
    PATH: process.env.PATH,
    ...compiled,
    SANDBOX_DATA: `${options.dataFolder}/sandbox-vendor`,
    ...(httpPort > 0 ? { SANDBOX_ARBITER_URL: `http://127.0.0.1:${httpPort}`, SANDBOX_ARBITER_KEY: options.apiKey ?? '' } : {}),
    ...(port ? { SANDBOX_PORT: String(port) } : {}),
  };
}
