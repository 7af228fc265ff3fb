import { APPS } from '@arbiter/contracts';
import { composeFile } from './compose';
import { textOf, yamlOf } from './files';

const { services } = composeFile();
const mountOf = (service: string, source: string): string | undefined =>
  services[service]!.volumes?.find((volume) => volume.startsWith(`${source}:`))?.split(':')[1];

describe('what watches the services (TL-15, IN-05)', () => {
  test('scrapes every service on the admin port of the image', () => {
    const { scrape_configs } = yamlOf('deploy/prometheus/prometheus.yml') as {
      scrape_configs: [{ dns_sd_configs: [{ names: string[]; port: number }] }];
    };
    const [{ names, port }] = scrape_configs[0].dns_sd_configs;
    expect(names).toEqual([...APPS]);
    expect(textOf('deploy/Dockerfile')).toMatch(new RegExp(`ARBITER_ADMIN_PORT=${port}$`, 'm'));
    for (const app of APPS) expect(services[app]!.networks).toContain('inside');
    expect(services['prometheus']!.networks).toContain('inside');
  });

  test('has Grafana find its source and its dashboard where they are mounted', () => {
    const { datasources } = yamlOf('deploy/grafana/provisioning/datasources/sources.yaml') as {
      datasources: { uid: string; url: string }[];
    };
    const used = new Set(
      [...textOf('deploy/grafana/dashboards/arbiter.json').matchAll(/"uid": "([^"]+)"/g)].map(([, uid]) => uid),
    );
    expect(datasources.map(({ uid }) => uid)).toEqual(
      expect.arrayContaining([...used].filter((uid) => uid !== 'arbiter')),
    );
    for (const { url } of datasources) expect(Object.keys(services)).toContain(new URL(url).hostname);
    const { providers } = yamlOf('deploy/grafana/provisioning/dashboards/arbiter.yaml') as {
      providers: [{ options: { path: string } }];
    };
    expect(mountOf('grafana', './deploy/grafana/dashboards')).toBe(providers[0].options.path);
    expect(services['grafana']!.environment!['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH']).toBe(
      `${providers[0].options.path}/arbiter.json`,
    );
  });

  test('has the services send traces to the collector, and the collector to Jaeger', () => {
    const { receivers, exporters } = yamlOf('deploy/collector/config.yaml') as {
      receivers: { otlp: { protocols: { http: { endpoint: string } } } };
      exporters: { otlp: { endpoint: string } };
    };
    const port = receivers.otlp.protocols.http.endpoint.split(':')[1];
    for (const app of APPS)
      expect(services[app]!.environment!['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe(`http://collector:${port}`);
    expect(Object.keys(services)).toContain(exporters.otlp.endpoint.split(':')[0]);
  });
});
