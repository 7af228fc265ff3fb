import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { EmbeddingTable, ServiceCore, createProvider, readConfiguration, type ServiceHost } from '@arbiter/platform';
import { Gateway } from './gateway';
import { GatewayModule } from './gateway.module';
import type { GatewayParts } from './gateway-parts';

const PREPARED_TENANTS = 64;

@Global()
@Module({})
class CoreModule {
  static on(host: ServiceHost): DynamicModule {
    const useFactory = () =>
      ServiceCore.open(readConfiguration('provider-gateway', host.environmentOf('provider-gateway')), host);
    return { module: CoreModule, providers: [{ provide: ServiceCore, useFactory }], exports: [ServiceCore] };
  }
}

function partsOf(core: ServiceCore): GatewayParts {
  const { broker, database, keyring, artifacts, logger, metrics, tracing, environment, onTrouble } = core;
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

/** Opens and closes in the one right order. */
@Module({})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  static on(host: ServiceHost): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.on(host), GatewayModule.on({ inject: [ServiceCore], useFactory: partsOf })],
    };
  }

  constructor(
    @Inject(ServiceCore) private readonly core: ServiceCore,
    @Inject(Gateway) private readonly gateway: Gateway,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.gateway.start(await this.newestArtifacts());
    this.core.announce();
  }

  async onApplicationShutdown(): Promise<void> {
    this.core.health.ready = false;
    await this.gateway.close();
    await this.core.close();
  }

  /** The newest of each tenant: which one is active stands in the log, which this service may not read. */
  private async newestArtifacts(): Promise<readonly string[]> {
    const newest = await this.core.database.query
      .selectFrom('artifact')
      .distinctOn('tenant')
      .select('hash')
      .orderBy('tenant')
      .orderBy('created_at', 'desc')
      .limit(PREPARED_TENANTS)
      .execute();
    return newest.map(({ hash }) => hash);
  }
}
