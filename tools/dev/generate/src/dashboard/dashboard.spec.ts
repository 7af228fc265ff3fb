import { resolve } from 'node:path';
import { dashboard } from './dashboard';
import { declaredIn, exportedMetrics } from './exported-metrics';
import { partsOf } from './query';

const ROOT = resolve(__dirname, '../../../../..');
const EXPORTED = exportedMetrics([`${ROOT}/libs`, `${ROOT}/apps`]);

const QUERIES = (dashboard().panels ?? []).flatMap((panel) =>
  ('targets' in panel ? (panel.targets ?? []) : []).map((target): [string, string] => [
    panel.title ?? '',
    (target as { expr?: string }).expr ?? '',
  ]),
);

describe('the dashboard', () => {
  test('has a query in every panel', () => {
    expect(QUERIES.length).toBeGreaterThan(10);
    for (const panel of dashboard().panels ?? [])
      if ('targets' in panel) expect([panel.title, panel.targets?.length ?? 0]).not.toEqual([panel.title, 0]);
  });

  test.each(QUERIES)('asks under "%s" for metrics and labels that are exported: %s', (_title, query) => {
    const { metrics, labels } = partsOf(query);
    expect(metrics).not.toEqual([]);
    for (const name of metrics) {
      expect([...EXPORTED.keys()]).toContain(name);
      for (const label of labels) expect(EXPORTED.get(name)!.labels).toContain(label);
    }
  });
});

describe('a query', () => {
  test('has its names found by the grammar of PromQL', () => {
    const query =
      'histogram_quantile(0.99, sum by (le, app) (rate(arbiter_x_bucket{status="ok"}[$__rate_interval]))) / on (app) other';
    expect(partsOf(query).metrics).toEqual(['arbiter_x_bucket', 'other']);
    expect(new Set(partsOf(query).labels)).toEqual(new Set(['le', 'app', 'status']));
  });

  test('must be PromQL', () => {
    expect(() => partsOf('sum by (app (x)')).toThrow('no PromQL');
  });
});

describe('the metrics that a source exports', () => {
  test('are read from its declarations', () => {
    const source =
      "new Histogram({\n  name: 'a_seconds', help: 'x', labelNames: ['tool', 'status'], registers: [registry],\n});";
    expect(declaredIn(source).map(({ name }) => name)).toEqual([
      'a_seconds_bucket',
      'a_seconds_sum',
      'a_seconds_count',
    ]);
    expect(declaredIn(source)[0]!.labels).toEqual(['app', 'instance', 'job', 'tool', 'status', 'le']);
  });
});
