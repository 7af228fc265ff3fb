import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GOLDEN_FILE, METRICS_FILE, type ArtifactBundle, type GoldenRecord } from '@arbiter/contracts';
import { ArtifactSource } from '../artifact-source';
import type { ActivationGuard } from './judge-activation';

/**
 * The guard of the tenant in this folder, which has been loaded: the golden files beside its playbooks, and the metrics
 * recorded for them.
 */
export function readGuard(
  folder: string,
  { playbooks = [] }: ArtifactBundle,
  beside = resolve(folder, '../../playbooks'),
): Omit<ActivationGuard, 'forced'> {
  const file = join(folder, METRICS_FILE);
  return {
    guarded: playbooks
      .map(({ definition }) => definition.playbook)
      .filter((playbook) => existsSync(join(beside, playbook, GOLDEN_FILE))),
    recorded: existsSync(file) ? ((new ArtifactSource(file).value ?? []) as readonly GoldenRecord[]) : [],
  };
}
