import type { TelemetrySink } from '@arbiter/views';
import { Counter, type Registry } from 'prom-client';

/** A sink that only counts. */
export function stageCounter(registry: Registry): TelemetrySink {
  const counter = new Counter({
    name: 'arbiter_stage_total',
    help: 'Stages that interactions went through',
    labelNames: ['stage', 'level'],
    registers: [registry],
  });
  return { committed: (events) => events.forEach(({ stage, level }) => counter.inc({ stage, level })) };
}
