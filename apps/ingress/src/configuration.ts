import { terminal } from '@arbiter/contracts';
import {
  AllowedHosts,
  integer,
  readConfiguration,
  streamsPerClient,
  tenantIn,
  type Configuration,
} from '@arbiter/runtime';
import { ApiKeys } from './http/api-keys';

/** The settings of ingress beyond those of every service. */
export interface IngressConfiguration extends Configuration {
  readonly httpHost: string;
  readonly httpPort: number;
  readonly hosts: AllowedHosts;
  /** the tenant of channel messages without an API key */
  readonly tenant: string;
  readonly apiKeys: ApiKeys;
  /** messages and runs a customer may send in a minute; 0 for any number */
  readonly ratePerMinute: number;
  /** event streams a client may have open at once; 0 for any number */
  readonly streamsPerClient: number;
}

/** Throws a terminal error naming the variable and the value it should hold. */
export function readIngressConfiguration(environment: NodeJS.ProcessEnv): IngressConfiguration {
  const tenant = tenantIn(environment);
  const apiKeys = ApiKeys.parse(environment['ARBITER_API_KEYS'] ?? '', tenant);
  const httpHost = environment['ARBITER_HTTP_HOST'] || '127.0.0.1';
  if (!apiKeys.configured && !isLoopback(httpHost)) {
    throw terminal(
      'configuration',
      `ARBITER_HTTP_HOST is "${httpHost}", which others can reach, and callers would not be asked who they are; set ARBITER_API_KEYS or leave ARBITER_HTTP_HOST unset`,
      'ARBITER_API_KEYS',
    );
  }
  return {
    ...readConfiguration('ingress', environment),
    httpHost,
    tenant,
    apiKeys,
    hosts: AllowedHosts.read(environment, httpHost),
    httpPort: integer(environment, 'ARBITER_HTTP_PORT', 3000, 0, 65_535),
    ratePerMinute: integer(environment, 'ARBITER_RATE_PER_MINUTE', 6_000, 0, 100_000_000),
    streamsPerClient: streamsPerClient(environment),
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
