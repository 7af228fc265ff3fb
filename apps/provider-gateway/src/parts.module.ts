import { ArtifactBundles } from '@arbiter/artifacts';
import { EmbeddingTable, createProvider } from '@arbiter/models';
import {
  ArtifactBundlesModule,
  BROKER,
  BrokerModule,
  DATABASE,
  DatabaseModule,
  ENVIRONMENT,
  LOGGER,
  Metrics,
  ON_TROUBLE,
  SealingModule,
  TRACING,
  type Broker,
  type Logger,
  type OnTrouble,
  type Tracing,
} from '@arbiter/runtime';
import { Keyring, type Database } from '@arbiter/store';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { GatewayParts } from './gateway-parts';

/** The gateway's parts in a running service. */
@Injectable()
export class InjectedParts {
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Keyring) readonly keyring!: Keyring;
  @Inject(ArtifactBundles) readonly artifacts!: ArtifactBundles;
  @Inject(LOGGER) readonly logger!: Logger;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(TRACING) readonly tracing!: Tracing;
  @Inject(ENVIRONMENT) readonly environment!: NodeJS.ProcessEnv;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
}

@Module({
  imports: [DatabaseModule, BrokerModule, SealingModule, ArtifactBundlesModule],
  providers: [InjectedParts],
  exports: [InjectedParts],
})
export class PartsModule {}

export function partsOf(parts: InjectedParts): GatewayParts {
  const { broker, database, keyring, artifacts, logger, metrics, tracing, environment, onTrouble } = parts;
  const embeddings = new EmbeddingTable(database, onTrouble);
  return {
    connection: broker.connection,
    database,
    onTrouble,
    sealer: keyring,
    digestsOf: (tenant) => keyring.digestsOf(tenant),
    artifacts,
    logger,
    registry: metrics.registry,
    trace: tracing.trace,
    environment,
    createProvider: (name, definition) => createProvider(name, environment, definition, embeddings),
  };
}
