import { channelUser, integer, required, tenantIn } from '@arbiter/runtime/adapter';

export { integer, required };

/**
 * An adapter's settings from its environment; it reads its provider's own variables itself with `required` and
 * `integer`.
 */
export interface ChannelConfiguration {
  readonly tenant: string;
  readonly natsUrl: string;
  readonly natsUser: string;
  readonly natsPassword: string | undefined;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly logLevel: string;
}

/** Throws a terminal error that names the variable and the value it should hold. */
export function readChannelConfiguration(channel: string, environment: NodeJS.ProcessEnv): ChannelConfiguration {
  const tenant = tenantIn(environment);
  return {
    tenant,
    natsUrl: required(environment, 'ARBITER_NATS_URL', 'nats://host:port'),
    natsUser: environment['ARBITER_NATS_USER'] || channelUser(channel, tenant),
    natsPassword: environment['ARBITER_NATS_PASSWORD'],
    adminHost: environment['ARBITER_ADMIN_HOST'] ?? '127.0.0.1',
    adminPort: integer(environment, 'ARBITER_ADMIN_PORT', 0, 0, 65_535),
    logLevel: environment['ARBITER_LOG_LEVEL'] ?? 'info',
  };
}

/** Where an adapter that is called listens: `ARBITER_HTTP_HOST` and `ARBITER_HTTP_PORT`, 127.0.0.1 and 8080. */
export const readAddress = (environment: NodeJS.ProcessEnv): { readonly host: string; readonly port: number } => ({
  host: environment['ARBITER_HTTP_HOST'] || '127.0.0.1',
  port: integer(environment, 'ARBITER_HTTP_PORT', 8_080, 0, 65_535),
});
