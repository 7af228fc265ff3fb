import type { Environment } from '@arbiter/models';
import {
  CONFIGURATION,
  ENVIRONMENT,
  Metrics,
  ON_TROUBLE,
  Partitions,
  PartitionsModule,
  integer,
  openRedis,
  type Configuration,
  type OnTrouble,
} from '@arbiter/runtime';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Governor, PrometheusGovernorMetrics } from './governor';

const VENDOR_REDIS = Symbol('vendor redis');
const REQUESTS_PER_SECOND = 200;

/** AG-11: the budgets of the vendors, which all replicas count in Redis. */
@Module({
  imports: [PartitionsModule],
  providers: [
    {
      provide: VENDOR_REDIS,
      inject: [CONFIGURATION, ON_TROUBLE],
      useFactory: ({ redisUrl }: Configuration, onTrouble: OnTrouble) =>
        redisUrl ? openRedis(redisUrl, onTrouble) : null,
    },
    {
      provide: Governor,
      inject: [ENVIRONMENT, VENDOR_REDIS, Partitions, Metrics],
      useFactory: (environment: Environment, redis: Redis | null, partitions: Partitions, { registry }: Metrics) =>
        new Governor({
          perSecond: integer(environment, 'ARBITER_VENDOR_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 100_000),
          redis,
          portion: () => partitions.portion,
          metrics: new PrometheusGovernorMetrics(registry),
        }),
    },
  ],
  exports: [Governor],
})
export class GovernorModule implements OnApplicationShutdown {
  constructor(@Inject(VENDOR_REDIS) private readonly redis: Redis | null) {}

  /** Everything in flight is through by then. */
  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
