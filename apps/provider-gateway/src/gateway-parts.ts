import type { NatsConnection } from '@nats-io/transport-node';
import type { Artifacts, Logger, ModelProvider, Sealer, Tracer } from '@arbiter/platform';
import type { Registry } from 'prom-client';

/** What the gateway is given; its opener closes it. */
export interface GatewayParts {
  readonly connection: NatsConnection;
  readonly sealer: Sealer;
  readonly artifacts: Pick<Artifacts, 'load'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly registry: Registry;
  readonly trace: Tracer;
  /** makes the provider of that name; throws a terminal error when there is none */
  readonly createProvider: (name: string) => ModelProvider;
}

export const GATEWAY_PARTS = Symbol('gateway parts');
