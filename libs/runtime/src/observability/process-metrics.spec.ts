import { processMetrics } from './process-metrics';

const NAME = 'arbiter_event_loop_utilization';

describe('the metrics of a process', () => {
  const registry = processMetrics('router');
  const utilization = async (): Promise<number> =>
    Number(new RegExp(`^${NAME}\\{app="router"\\} (\\S+)$`, 'm').exec(await registry.metrics())?.[1]);

  it('tell how busy it was since they were asked for last', async () => {
    let rested = 1;
    // On a machine with too much to do a rest may be over before it has begun.
    for (let round = 0; round < 50 && rested > 0.5; round += 1) {
      await utilization();
      await new Promise((resolve) => setTimeout(resolve, 50));
      rested = await utilization();
    }
    expect(rested).toBeLessThanOrEqual(0.5);
    const until = performance.now() + 20;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await utilization()).toBeGreaterThan(0.9);
  });

  it('hold its memory and processor time, and no lag that is not sampled', async () => {
    const text = await registry.metrics();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
