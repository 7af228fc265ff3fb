import { TENANT_NAME, terminal, type App } from '@arbiter/contracts';
import { DEFAULT_TENANT } from './default-tenant';

/** The settings that a service reads from its environment. Secrets come from nowhere else. */
export interface Configuration {
  readonly app: App;
  readonly postgresUrl: string;
  readonly postgresConnections: number;
  readonly natsUrl: string;
  readonly natsUser: string | undefined;
  readonly natsPassword: string | undefined;
  readonly redisUrl: string | undefined;
  readonly masterKeys: readonly Buffer[];
  readonly streamReplicas: number;
  readonly streamMegabytes: number;
  readonly otlpEndpoint: string | undefined;
  readonly logLevel: string;
  readonly instance: string;
}

/** Reads and checks the environment; throws a terminal error naming the variable and what it should hold. */
export function readConfiguration(app: App, environment: NodeJS.ProcessEnv): Configuration {
  return {
    app,
    postgresUrl: required(environment, 'ARBITER_POSTGRES_URL', 'postgres://user:password@host:port/database'),
    postgresConnections: integer(environment, 'ARBITER_POSTGRES_CONNECTIONS', 6, 1, 100),
    natsUrl: required(environment, 'ARBITER_NATS_URL', 'nats://host:port'),
    natsUser: environment['ARBITER_NATS_USER'],
    natsPassword: environment['ARBITER_NATS_PASSWORD'],
    redisUrl: environment['ARBITER_REDIS_URL'],
    masterKeys: opensPersonalData(app)
      ? masterKeysOf(required(environment, 'ARBITER_MASTER_KEY', '32 random bytes in base64'))
      : [],
    streamReplicas: integer(environment, 'ARBITER_STREAM_REPLICAS', 1, 1, 5),
    streamMegabytes: integer(environment, 'ARBITER_STREAM_MEGABYTES', 12_288, 64, 100_000_000),
    otlpEndpoint: environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
    logLevel: environment['ARBITER_LOG_LEVEL'] ?? 'info',
    instance: environment['HOSTNAME'] ?? `${app}-${process.pid}`,
  };
}

/** Telemetry folds only unsealed fields and needs no key: it is given none, and Postgres lets it read none. */
export const opensPersonalData = (app: App): boolean => app !== 'telemetry';

const masterKeysOf = (text: string): readonly Buffer[] =>
  text.split(',').map((key) => Buffer.from(key.trim(), 'base64'));

export function required(environment: NodeJS.ProcessEnv, name: string, example: string): string {
  const value = environment[name];
  if (!value) throw terminal('configuration', `${name} is not set; set it to ${example}`, name);
  return value;
}

/** `ARBITER_TENANT`; throws a terminal error when it holds what no tenant may be called. */
export function tenantIn(environment: NodeJS.ProcessEnv): string {
  const tenant = environment['ARBITER_TENANT'] || DEFAULT_TENANT;
  if (!TENANT_NAME.test(tenant))
    throw terminal(
      'configuration',
      `ARBITER_TENANT is "${tenant}"; set it to a lower-case letter followed by lower-case letters and digits`,
      'ARBITER_TENANT',
    );
  return tenant;
}

/** A switch: on or off, and off where nothing is set. */
export function isOn(environment: NodeJS.ProcessEnv, name: string): boolean {
  const text = environment[name] || 'false';
  if (text !== 'true' && text !== 'false')
    throw terminal('configuration', `${name} is "${text}"; set it to true or false`, name);
  return text === 'true';
}

export function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw terminal('configuration', `${name} is "${text}"; set it to a whole number from ${least} to ${most}`, name);
  }
  return value;
}
