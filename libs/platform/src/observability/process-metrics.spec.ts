import { processMetrics } from './process-metrics';

const NAME = 'arbiter_event_loop_utilization';

describe('the metrics of a process', () => {
  const registry = processMetrics('router');
  const utilization = async (): Promise<number> =>
    Number(new RegExp(`^${NAME}\\{app="router"\\} (\\S+)$`, 'm').exec(await registry.metrics())?.[1]);

  it('tell how busy it was since they were asked for last', async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await utilization();
    const until = performance.now() + 50;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
    const busy = await utilization();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await utilization()).toBeLessThan(busy);
  });

  it('hold its memory and processor time, and no lag that is not sampled', async () => {
    const text = await registry.metrics();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
