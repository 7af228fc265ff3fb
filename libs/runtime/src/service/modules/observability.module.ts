import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import { Metrics, openLogger, openTracing, troubleTeller, type Logger, type Tracing } from '../../observability';
import { CONFIGURATION, LOGGER, ON_TROUBLE, TRACING } from './tokens';

/** Log, metrics and traces. Global: every part of a service has them, and the part that stops last is still logged. */
@Global()
@Module({
  providers: [
    {
      provide: LOGGER,
      inject: [CONFIGURATION],
      useFactory: ({ app, logLevel }: Configuration) => openLogger(app, logLevel),
    },
    { provide: Metrics, inject: [CONFIGURATION], useFactory: ({ app }: Configuration) => new Metrics(app) },
    {
      provide: TRACING,
      inject: [CONFIGURATION, LOGGER],
      useFactory: ({ app, otlpEndpoint }: Configuration, logger: Logger) => openTracing(app, otlpEndpoint, logger),
    },
    { provide: ON_TROUBLE, inject: [LOGGER, Metrics], useFactory: troubleTeller },
  ],
  exports: [LOGGER, Metrics, TRACING, ON_TROUBLE],
})
export class ObservabilityModule implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing) {}

  async onApplicationShutdown(): Promise<void> {
    await this.tracing.close().catch(() => undefined);
  }
}
