import type { ArtifactBundle } from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '../artifacts';
import { keepKnowledge, readKnowledge, type KeptDocument } from '../knowledge';

/** A tenant's folder as it was read. */
export interface TenantFolder {
  readonly bundle: ArtifactBundle;
  /** what the bundle names by hashes */
  readonly documents: readonly KeptDocument[];
}

/** A tenant's artifacts, and what its assistant may look up. Throws an ArtifactError that lists what is wrong. */
export async function readTenantFolder(folder: string): Promise<TenantFolder> {
  const bundle = loadTenant(folder);
  const { entries, documents } = await readKnowledge(folder, bundle.copy.locale);
  return { bundle: entries.length === 0 ? bundle : { ...bundle, knowledge: [...entries] }, documents };
}

/** The documents first: a bundle that is active finds what it names. Doing it again changes nothing. Run as the owner. */
export async function activateTenant(
  ownerUrl: string,
  { bundle, documents }: TenantFolder,
  report: (line: string) => void,
): Promise<'activated' | 'unchanged'> {
  await keepKnowledge(ownerUrl, bundle.tenant, documents, report);
  const outcome = await activateArtifacts(ownerUrl, bundle, bundleHash(bundle), new Date().toISOString());
  report(`artifacts of tenant ${bundle.tenant} ${outcome}`);
  return outcome;
}
