import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Registry, collectDefaultMetrics } from 'prom-client';

export interface ExportedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

const DECLARATION = /new (Counter|Gauge|Histogram|Summary)(?:<[^>]*>)?\(\{(.*?)\}\)/gs;
/** Set by every registry of ours, or by Prometheus itself. */
const LABELS_OF_ALL = ['app', 'instance', 'job'];

/** The metrics that the sources under these folders declare, with those that prom-client brings. */
export function exportedMetrics(folders: readonly string[]): ReadonlyMap<string, ExportedMetric> {
  const metrics = [
    ...defaultMetrics(),
    ...folders.flatMap(sourcesIn).flatMap((file) => declaredIn(readFileSync(file, 'utf8'))),
  ];
  return new Map(metrics.map((metric) => [metric.name, metric]));
}

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(dist|node_modules)\/|spec\.ts$|\.d\.ts$/.test(name))
    .map((name) => join(folder, name));

export function declaredIn(source: string): readonly ExportedMetric[] {
  return [...source.matchAll(DECLARATION)].flatMap(([, kind, body]) => {
    const name = /\bname: '([^']+)'/.exec(body as string)?.[1];
    if (!name) return [];
    const listed = /\blabelNames: \[([^\]]*)\]/.exec(body as string)?.[1] ?? '';
    const labels = [...LABELS_OF_ALL, ...[...listed.matchAll(/'([^']+)'/g)].map(([, label]) => label as string)];
    if (kind !== 'Histogram') return [{ name, labels }];
    return [
      { name: `${name}_bucket`, labels: [...labels, 'le'] },
      { name: `${name}_sum`, labels },
      { name: `${name}_count`, labels },
    ];
  });
}

function defaultMetrics(): readonly ExportedMetric[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  registry.clear();
  return names.map((name) => ({ name, labels: LABELS_OF_ALL }));
}
