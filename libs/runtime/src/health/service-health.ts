import type { Dependencies, Outage } from '@arbiter/resilience';
import type { Health, Logger, Metrics } from '../observability';

/** Whether a service takes work: its own state, and that of its dependencies. */
export class ServiceHealth implements Health {
  started = false;
  ready = false;

  constructor(
    private readonly dependencies: Dependencies,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  readonly outages = (): readonly Outage[] => this.dependencies.outages;

  /** Takes work from now on. */
  announce(): void {
    this.started = this.ready = true;
    this.metrics.ready.set(1);
    this.logger.info('ready');
  }

  /** Is about to stop: no new work is to be sent here. */
  withdraw(): void {
    this.ready = false;
  }
}
