import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './files';

const OLDEST = 5;

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
  }[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly securityContext?: object;
  readonly [probe: string]: unknown;
}

export interface Pod {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: object;
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly configMap?: { readonly name: string } }[];
}

export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

export interface EgressRule {
  readonly to?: readonly { readonly ipBlock?: object }[];
  readonly ports?: readonly object[];
}

/** The fields that the checks read in the specs of the different kinds. */
export interface Spec {
  readonly replicas?: number;
  readonly selector?: Selector | Readonly<Record<string, string>>;
  readonly podSelector?: Selector;
  readonly policyTypes?: readonly string[];
  readonly egress?: readonly EgressRule[];
  readonly template?: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: Pod };
  readonly scaleTargetRef?: { readonly name: string };
  readonly minReplicaCount?: number;
  readonly triggers?: readonly { readonly metadata: Readonly<Record<string, string>> }[];
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Spec;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

/**
 * The command on this machine that renders: kustomize itself or the one in kubectl; null where neither is new enough.
 */
export function rendererHere(): readonly string[] | null {
  const candidates = [
    { command: ['kustomize', 'build'], version: ['kustomize', 'version'] },
    { command: ['kubectl', 'kustomize'], version: ['kubectl', 'version', '--client'] },
  ];
  return (
    candidates.find(({ version: [program, ...parameters] }) => {
      const { stdout } = spawnSync(program!, parameters, { encoding: 'utf8', timeout: 20_000 });
      return Number(/v(\d+)\.\d+\.\d+\s*$/m.exec(stdout?.replace(/^Client Version.*$/m, '') ?? '')?.[1] ?? 0) >= OLDEST;
    })?.command ?? null
  );
}

/** The manifests that a cluster would be given, as text. */
export function render([program, ...parameters]: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program!, [...parameters, join(ROOT, folder)], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${folder} does not render: ${stderr}`);
  return stdout;
}

export const manifestsIn = (rendered: string): readonly Manifest[] =>
  parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

export const podOf = ({ spec }: Manifest): Pod => spec.template!.spec;
export const labelsOf = ({ spec }: Manifest): Readonly<Record<string, string>> => spec.template!.metadata.labels;

/** Whether a selector takes pods with these labels. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}
