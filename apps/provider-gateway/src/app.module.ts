import {
  ArtifactBundlesModule,
  BrokerModule,
  DATABASE,
  DatabaseModule,
  HealthModule,
  SealingModule,
} from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Gateway } from './gateway';
import { GatewayModule } from './gateway.module';
import { InjectedParts, PartsModule, partsOf } from './parts.module';

const PREPARED_TENANTS = 64;

@Module({
  imports: [
    DatabaseModule,
    BrokerModule,
    HealthModule,
    SealingModule,
    ArtifactBundlesModule,
    GatewayModule.on({ imports: [PartsModule], inject: [InjectedParts], useFactory: partsOf }),
  ],
})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Gateway) private readonly gateway: Gateway,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.gateway.start(await this.newestArtifacts());
  }

  onApplicationShutdown(): Promise<void> {
    return this.gateway.close();
  }

  /** The newest bundle of each tenant: the active one is named in the log, which this service may not read. */
  private async newestArtifacts(): Promise<readonly string[]> {
    const newest = await this.database.query
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
