import { performance } from 'node:perf_hooks';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** Never. To sample the delay of the event loop wakes a process at rest a hundred times a second. */
const LAG_SAMPLING_MILLISECONDS = 2 ** 31 - 1;
const SAMPLED_LAGS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (kind) => `nodejs_eventloop_lag_${kind}_seconds`,
);

/** The metrics of a process, whichever services run in it. */
export function processMetrics(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ app: name });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLING_MILLISECONDS });
  for (const lag of SAMPLED_LAGS) registry.removeSingleMetric(lag);
  registry.registerMetric(utilization());
  return registry;
}

/** Costs nothing until it is asked for. */
function utilization(): Gauge {
  let before = performance.eventLoopUtilization();
  return new Gauge({
    name: 'arbiter_event_loop_utilization',
    help: 'Share of the time since it was asked for last in which the event loop had something to do',
    registers: [],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
}
