import { Counter, Histogram, type Registry } from 'prom-client';
import type { GovernorMetrics } from './governor';

const SECONDS = [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

export class PrometheusGovernorMetrics implements GovernorMetrics {
  private readonly stops: Counter;
  private readonly waits: Histogram;

  constructor(registry: Registry) {
    this.stops = new Counter({
      name: 'arbiter_vendor_stops_total',
      help: 'Times that an account at a vendor was not called for a while: it said Retry-After, or failed too often in a row',
      registers: [registry],
      labelNames: ['account', 'cause'],
    });
    this.waits = new Histogram({
      name: 'arbiter_vendor_wait_seconds',
      help: 'How long a call to a vendor waited for its permit, or until it gave up',
      buckets: SECONDS,
      registers: [registry],
    });
  }

  stopped(account: string, cause: 'retry_after' | 'breaker'): void {
    this.stops.inc({ account, cause });
  }

  waited(milliseconds: number): void {
    this.waits.observe(milliseconds / 1_000);
  }
}
