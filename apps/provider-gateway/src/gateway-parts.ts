import type { NatsConnection } from '@nats-io/transport-node';
import type { Artifacts } from '@arbiter/artifacts';
import type { ProviderDefinition } from '@arbiter/contracts';
import type { Environment, ModelProvider, PrivacyRules } from '@arbiter/models';
import type { Logger, Tracer } from '@arbiter/runtime';
import type { Database, Sealer } from '@arbiter/store';
import type { Registry } from 'prom-client';

/** The parts that the gateway is given; their opener closes them. */
export interface GatewayParts {
  readonly connection: NatsConnection;
  readonly sealer: Sealer;
  readonly artifacts: Pick<Artifacts, 'load'>;
  /** the digests that a tenant's tokens are made of */
  readonly digestsOf: (tenant: string) => PrivacyRules['digest'];
  /** where calls are recorded, and the knowledge of the tenants is kept */
  readonly database: Pick<Database, 'pool'>;
  readonly onTrouble: (error: unknown) => void;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly registry: Registry;
  readonly trace: Tracer;
  /** holds the keys and addresses of providers */
  readonly environment: Environment;
  /** makes the provider of that name, or of that definition; throws a terminal error when it cannot be had */
  readonly createProvider: (name: string, definition?: ProviderDefinition) => ModelProvider;
}

export const GATEWAY_PARTS = Symbol('gateway parts');
