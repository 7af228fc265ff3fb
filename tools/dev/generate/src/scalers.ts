import { APPS, consumersOf, type App, type BrokerStream } from '@arbiter/contracts';
import { INBOUND_DURABLE } from '@arbiter/runtime';
import { stringify } from 'yaml';
import type { GeneratedFile } from './generated-file';

const FOLDER = 'k8s/base/scaling';
const HEAD = '# Written by `npm run generate` from libs/contracts/src/flow.ts.\n';

/**
 * Messages that wait, for each replica: a batch of the shell takes hundreds, so one replica works this off in well
 * under a second.
 */
const LAG_OF_A_REPLICA = 500;
const MONITORING = 'nats.arbiter.svc.cluster.local:8222';

/** One ScaledObject an app that reads from the broker, with one trigger a durable: the longest queue decides. */
export function scalers(): readonly GeneratedFile[] {
  const apps = APPS.filter((app) => durablesOf(app).length > 0);
  return [
    ...apps.map((app) => ({
      path: `${FOLDER}/${app}.yaml`,
      text: HEAD + stringify(scaledObject(app), { lineWidth: 0 }),
    })),
    {
      path: `${FOLDER}/kustomization.yaml`,
      text:
        HEAD +
        stringify({
          apiVersion: 'kustomize.config.k8s.io/v1beta1',
          kind: 'Kustomization',
          resources: apps.map((app) => `${app}.yaml`),
        }),
    },
  ];
}

function durablesOf(app: App): readonly { stream: BrokerStream; durable: string }[] {
  const events = consumersOf(app).map(({ durable }) => ({ stream: 'EVT' as const, durable }));
  return app === 'ingress' ? [...events, { stream: 'IN', durable: INBOUND_DURABLE }] : events;
}

/**
 * Never down to none: the replica that runs makes the durables (a missing one scales to the most) and serves the
 * timers.
 */
const scaledObject = (app: App) => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name: app },
  spec: {
    scaleTargetRef: { name: app },
    minReplicaCount: 1,
    maxReplicaCount: 8,
    pollingInterval: 5,
    cooldownPeriod: 120,
    fallback: { failureThreshold: 3, replicas: 2 },
    triggers: durablesOf(app).map(({ stream, durable }) => ({
      type: 'nats-jetstream',
      metadata: {
        natsServerMonitoringEndpoint: MONITORING,
        account: '$G',
        stream,
        consumer: durable,
        lagThreshold: String(LAG_OF_A_REPLICA),
      },
    })),
  },
});
