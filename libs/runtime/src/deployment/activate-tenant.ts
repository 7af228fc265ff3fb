import { METRICS_FILE, type ArtifactBundle } from '@arbiter/contracts';
import {
  ArtifactError,
  activateArtifacts,
  bundleHash,
  loadTenant,
  readGuard,
  type ActivationGuard,
  type Forced,
  type Judged,
  readKnowledge,
} from '@arbiter/artifacts';
import { keepKnowledge, type KeptDocument } from '@arbiter/models';
import { join, relative } from 'node:path';

/** A tenant's folder as it was read. */
export interface TenantFolder {
  readonly folder: string;
  readonly bundle: ArtifactBundle;
  /** the documents that the bundle names by their hashes */
  readonly documents: readonly KeptDocument[];
  /** PV-06: the metrics that a change of its models is compared with */
  readonly guard: Omit<ActivationGuard, 'forced'>;
}

/**
 * A tenant's artifacts and the documents that its assistant may look up. Throws an ArtifactError that lists what is
 * wrong. `twoStage` is the value of the flag where the tenant leaves it out (TP-16).
 */
export async function readTenantFolder(folder: string, twoStage = false): Promise<TenantFolder> {
  const read = loadTenant(folder);
  const bundle = { ...read, conversation: { twoStage, ...read.conversation } };
  const { entries, documents } = await readKnowledge(folder, bundle.copy.locale);
  const whole = entries.length === 0 ? bundle : { ...bundle, knowledge: [...entries] };
  return { folder, bundle: whole, documents, guard: readGuard(folder, bundle) };
}

/**
 * Stores the documents first, so that an active bundle finds those it names. A repeat changes nothing. Run as the
 * owner. Throws an ArtifactError where a change of the models' work is refused, unless it is forced.
 */
export async function activateTenant(
  ownerUrl: string,
  { folder, bundle, documents, guard }: TenantFolder,
  report: (line: string) => void,
  forced: Forced | null = null,
): Promise<'activated' | 'unchanged'> {
  await keepKnowledge(ownerUrl, bundle.tenant, documents, report);
  const now = new Date().toISOString();
  const outcome = await activateArtifacts(ownerUrl, bundle, bundleHash(bundle), now, { ...guard, forced });
  if (typeof outcome === 'object') throw refusedActivation(folder, outcome);
  report(`artifacts of tenant ${bundle.tenant} ${outcome}`);
  return outcome;
}

function refusedActivation(folder: string, { refused }: Pick<Judged, 'refused'>): ArtifactError {
  const golden = (playbook: string) =>
    relative(process.cwd(), join(folder, '../../playbooks', playbook, 'golden.yaml'));
  return new ArtifactError(
    refused.map(({ playbook, refusal }) => ({
      file: join(folder, METRICS_FILE),
      line: 1,
      reason: `what models do for the playbook ${playbook} has changed, and ${refusal}`,
      fix:
        `measure it with \`npm run eval -- playbook ${playbook} --golden ${golden(playbook)} --record\`, ` +
        `take the change back, or let it through with \`--force ${playbook} --reason "…"\``,
    })),
  );
}
