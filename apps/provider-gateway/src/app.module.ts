import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ServiceCore, announceReady, createProvider, readConfiguration } from '@arbiter/platform';
import { Gateway } from './gateway';
import { GatewayModule } from './gateway.module';
import type { GatewayParts } from './gateway-parts';

const PREPARED_TENANTS = 64;

@Global()
@Module({
  providers: [{ provide: ServiceCore, useFactory: () => ServiceCore.open(readConfiguration('provider-gateway', process.env)) }],
  exports: [ServiceCore],
})
class CoreModule {}

const partsOf = ({ broker, keyring, artifacts, logger, metrics, tracing }: ServiceCore): GatewayParts => ({
  connection: broker.connection, sealer: keyring, artifacts, logger, registry: metrics.registry, trace: tracing.trace,
  createProvider: (name) => createProvider(name, process.env),
});

/** The service as a process: opens and closes in the one right order. */
@Module({ imports: [CoreModule, GatewayModule.on({ inject: [ServiceCore], useFactory: partsOf })] })
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(ServiceCore) private readonly core: ServiceCore, @Inject(Gateway) private readonly gateway: Gateway) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.gateway.start(await this.newestArtifacts());
    announceReady({ adminPort: await this.core.announce() });
  }

  async onApplicationShutdown(): Promise<void> {
    this.core.health.ready = false;
    await this.gateway.close();
    await this.core.close();
  }

  /** The newest of each tenant: which one is active stands in the log, which this service may not read. */
  private async newestArtifacts(): Promise<readonly string[]> {
    const newest = await this.core.database.query
      .selectFrom('artifact').distinctOn('tenant').select('hash').orderBy('tenant').orderBy('created_at', 'desc').limit(PREPARED_TENANTS).execute();
    return newest.map(({ hash }) => hash);
  }
}
