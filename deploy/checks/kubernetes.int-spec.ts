import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS, consumersOf } from '@arbiter/contracts';
import { CHANNELS } from '@arbiter/runtime';
import { ROOT } from './files';
import { labelsOf, manifestsIn, podOf, render, rendererHere, selects, type Manifest, type Selector } from './kustomize';

const RENDERER = rendererHere();
const FOLDERS = ['k8s/base', 'k8s/overlays/local', 'k8s/overlays/production'] as const;
const ADAPTERS = CHANNELS.filter((channel) => channel !== 'terminal');
const STOP_SECONDS = 20;
// Visibly skipped where the machine has no kustomize 5: what Debian 12 ships is version 2, which reads other files.
const describeRendered = RENDERER ? describe : describe.skip;

const rendered = new Map<string, string>(
  RENDERER ? [...FOLDERS, 'k8s/channels'].map((folder) => [folder, render(RENDERER, folder)]) : [],
);
const manifests = (folder: string): readonly Manifest[] => manifestsIn(rendered.get(folder)!);
const ofKind = (folder: string, ...kinds: readonly string[]): readonly Manifest[] =>
  manifests(folder).filter(({ kind }) => kinds.includes(kind));
const withPods = (folder: string): readonly Manifest[] => ofKind(folder, 'Deployment', 'StatefulSet', 'Job');
const services = (folder: string): readonly Manifest[] =>
  ofKind(folder, 'Deployment').filter(({ metadata }) => (APPS as readonly string[]).includes(metadata.name));

function validate(text: string): { status: number | null; problems: readonly string[] } {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', join(ROOT, 'deploy/checks/validate-manifests.mts')],
    { input: text, encoding: 'utf8', timeout: 60_000 },
  );
  return { status, problems: stdout.split('\n').filter(Boolean) };
}

function expectHardened(folder: string): void {
  for (const workload of withPods(folder)) {
    const pod = podOf(workload);
    expect([workload.metadata.name, pod.automountServiceAccountToken]).toEqual([workload.metadata.name, false]);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: expect.any(Number),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  }
  for (const account of ofKind(folder, 'ServiceAccount')) expect(account.automountServiceAccountToken).toBe(false);
}

/**
 * Every Secret and key that the workloads of a folder name is among those that make-secrets.mjs makes of a fresh .env.
 */
function expectSecretsOf(folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'arbiter-secrets-'));
  try {
    expect(spawnSync(process.execPath, [join(ROOT, 'deploy/make-env.mjs'), scratch], { timeout: 20_000 }).status).toBe(
      0,
    );
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'k8s/make-secrets.mjs'), scratch], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    const { items } = JSON.parse(stdout) as {
      items: { metadata: { name: string }; stringData: Record<string, string> }[];
    };
    const made = new Map(items.map(({ metadata, stringData }) => [metadata.name, stringData]));
    expect(validate(items.map((item) => JSON.stringify(item)).join('\n---\n')).problems).toEqual([]);
    for (const { env = [], envFrom = [] } of withPods(folder).flatMap((workload) => podOf(workload).containers)) {
      for (const { valueFrom } of env)
        if (valueFrom?.secretKeyRef)
          expect(Object.keys(made.get(valueFrom.secretKeyRef.name) ?? {})).toContain(valueFrom.secretKeyRef.key);
      for (const { secretRef } of envFrom) if (secretRef) expect([...made.keys()]).toContain(secretRef.name);
    }
    for (const values of made.values()) for (const value of Object.values(values)) expect(value).toBeTruthy();
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

describe('the check of manifests', () => {
  test('names a wrong type, an unknown field and an unknown kind', () => {
    const { status, problems } = validate(`
apiVersion: v1
kind: Service
metadata: { name: wrong }
spec: { ports: [{ port: "80" }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: misspelt }
spec: { replica: 1, selector: {}, template: { spec: { containers: [{ name: a }] } } }
---
apiVersion: v1
kind: Thing
metadata: { name: unheard }
`);
    expect(status).toBe(1);
    expect(problems).toEqual([
      'Service wrong: data/spec/ports/0/port must be integer',
      'Deployment misspelt: /spec/replica is no field of it',
      'Thing unheard: v1 knows no Thing',
    ]);
  });
});

describeRendered.each(FOLDERS)('%s', (folder) => {
  test('renders to manifests that Kubernetes and KEDA know (IN-04)', () => {
    expect(validate(rendered.get(folder)!)).toEqual({ status: 0, problems: [] });
    expect(manifests(folder).length).toBeGreaterThan(30);
  });

  test('has a Deployment for each of the seven services, started by its name under its own account (IN-01)', () => {
    expect(
      services(folder)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...APPS].sort());
    for (const deployment of services(folder)) {
      const app = deployment.metadata.name;
      const [container] = podOf(deployment).containers;
      expect(container!.args).toEqual(['apps/all/dist/services.js', app]);
      expect(podOf(deployment).serviceAccountName).toBe(app);
      const secrets = container!.env!.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []);
      expect(new Set(secrets)).toEqual(new Set(app === 'telemetry' ? [app] : ['master-key', app]));
    }
    expect(existsSync(join(ROOT, 'tools/ops/migrate/src/main.ts'))).toBe(true);
    expect(podOf(ofKind(folder, 'Job')[0]!).containers[0]!.args).toEqual(['tools/ops/migrate/dist/main.js']);
  });

  test('probes every service on its admin port and gives it time to stop', () => {
    for (const deployment of services(folder)) {
      const pod = podOf(deployment);
      const [container] = pod.containers;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/startupz', port: 'admin' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'admin' } },
        livenessProbe: { httpGet: { path: '/livez', port: 'admin' } },
      });
      expect(container!.ports).toContainEqual({ name: 'admin', containerPort: 9464 });
      const { lifecycle } = container as unknown as { lifecycle: { preStop: { sleep: { seconds: number } } } };
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(lifecycle.preStop.sleep.seconds + STOP_SECONDS);
    }
  });

  test('runs nothing as root, with a token, with capabilities, on a writable root or without limits', () =>
    expectHardened(folder));

  test('holds no secret, and refers to ConfigMaps and accounts that it makes', () => {
    expect(ofKind(folder, 'Secret')).toEqual([]);
    const names = (kind: string) => ofKind(folder, kind).map(({ metadata }) => metadata.name);
    for (const workload of withPods(folder)) {
      const { containers, volumes = [], serviceAccountName } = podOf(workload);
      const configMaps = [
        ...containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? [])),
        ...volumes.flatMap(({ configMap }) => configMap?.name ?? []),
      ];
      for (const name of configMaps) expect(names('ConfigMap')).toContain(name);
      if (serviceAccountName) expect(names('ServiceAccount')).toContain(serviceAccountName);
    }
  });

  test('gives every service a disruption budget, and every selector something to select', () => {
    const pods = withPods(folder).map(labelsOf);
    for (const { metadata, spec } of ofKind(folder, 'PodDisruptionBudget', 'NetworkPolicy')) {
      expect([
        metadata.name,
        pods.some((labels) => selects((spec.selector ?? spec.podSelector) as Selector, labels)),
      ]).toEqual([metadata.name, true]);
    }
    for (const { metadata, spec } of ofKind(folder, 'Service'))
      expect([
        metadata.name,
        pods.some((labels) => selects({ matchLabels: spec.selector as Record<string, string> }, labels)),
      ]).toEqual([metadata.name, true]);
    expect(
      ofKind(folder, 'PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...APPS].sort());
  });

  test('denies all traffic by default and lets only the two gateways leave the cluster, by TLS (AG-13)', () => {
    const policies = ofKind(folder, 'NetworkPolicy');
    expect(policies.find(({ metadata }) => metadata.name === 'default-deny')!.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const outward = policies.filter(({ spec }) =>
      (spec.egress ?? []).some(({ to }) => !to || to.some(({ ipBlock }) => ipBlock)),
    );
    expect(outward.map(({ spec }) => spec.podSelector?.matchLabels?.['app.kubernetes.io/name']).sort()).toEqual([
      'action-gateway',
      'provider-gateway',
    ]);
    for (const { spec } of outward)
      for (const rule of spec.egress!) expect(rule.ports).toEqual([{ port: 443, protocol: 'TCP' }]);
  });
});

describeRendered('k8s/overlays/local', () => {
  test('has one replica of each service and needs no KEDA', () => {
    for (const { metadata, spec } of services('k8s/overlays/local'))
      expect([metadata.name, spec.replicas]).toEqual([metadata.name, 1]);
    expect(ofKind('k8s/overlays/local', 'ScaledObject')).toEqual([]);
  });

  test('finds every Secret it names, with its keys, among those that make-secrets.mjs makes', () =>
    expectSecretsOf('k8s/overlays/local'));
});

describeRendered('k8s/channels', () => {
  const folder = 'k8s/channels';
  const deployments = () => ofKind(folder, 'Deployment');

  test('renders to manifests that Kubernetes knows, with a Deployment for each adapter but the terminal', () => {
    expect(validate(rendered.get(folder)!)).toEqual({ status: 0, problems: [] });
    expect(
      deployments()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(ADAPTERS.map((channel) => `channel-${channel}`).sort());
    for (const deployment of deployments())
      expect(podOf(deployment).containers[0]!.args).toEqual([`apps/${deployment.metadata.name}/dist/main.js`]);
  });

  test('has one process of each, which ends before the next begins, with its own Secret and no other', () => {
    for (const deployment of deployments()) {
      expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
      expect(podOf(deployment).containers[0]!.envFrom!.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual([
        deployment.metadata.name,
      ]);
    }
    expectSecretsOf(folder);
  });

  test('is hardened as the services are', () => expectHardened(folder));

  test('lets out only the adapters whose provider is elsewhere, by TLS', () => {
    const outward = ofKind(folder, 'NetworkPolicy').filter(({ spec }) =>
      (spec.egress ?? []).some(({ to }) => !to || to.some(({ ipBlock }) => ipBlock)),
    );
    const isLetOut = (deployment: Manifest) =>
      outward.some(({ spec }) => selects(spec.podSelector!, labelsOf(deployment)));
    expect(
      deployments()
        .filter(isLetOut)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['channel-slack', 'channel-telegram', 'channel-webhook']);
    for (const { spec } of outward)
      for (const rule of spec.egress!) expect(rule.ports).toEqual([{ port: 443, protocol: 'TCP' }]);
  });
});

describeRendered('k8s/overlays/production', () => {
  const scaled = () => ofKind('k8s/overlays/production', 'ScaledObject');

  test('keeps streams on three brokers and never less than two replicas', () => {
    const [configuration] = ofKind('k8s/overlays/production', 'ConfigMap').filter(
      ({ data }) => data?.['ARBITER_STREAM_REPLICAS'],
    );
    expect(configuration!.data!['ARBITER_STREAM_REPLICAS']).toBe('3');
    for (const { metadata, spec } of services('k8s/overlays/production')) {
      const scaler = scaled().find(({ spec: { scaleTargetRef } }) => scaleTargetRef?.name === metadata.name);
      expect([metadata.name, scaler ? scaler.spec.minReplicaCount : spec.replicas]).toEqual([metadata.name, 2]);
      // Two masters of one number would undo each other's work.
      if (scaler) expect(spec.replicas).toBeUndefined();
    }
  });

  test('scales each service on every queue it reads, as the broker of the cluster counts it', () => {
    for (const app of APPS) {
      const triggers = scaled().find(({ spec }) => spec.scaleTargetRef?.name === app)?.spec.triggers ?? [];
      expect(triggers.map(({ metadata }) => metadata['consumer'])).toEqual(
        expect.arrayContaining(consumersOf(app).map(({ durable }) => durable)),
      );
      for (const { metadata } of triggers)
        expect(metadata['natsServerMonitoringEndpoint']).toBe('nats-headless.servers.svc.cluster.local:8222');
    }
  });
});
