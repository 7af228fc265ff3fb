import { resolve } from 'node:path';
import type { ArtifactBundle } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { openVendorInProcess } from '@arbiter/sandbox-vendor';
import type { Entry } from '../entry';
import { play, type Played } from '../play';
import { ReplyReader } from '../reply-acts';
import { InProcessSystem } from './in-process-system';
import type { Proposer } from './propose';
import { Proposers, type ProposerName } from './proposer';

/** The demo shop of this repository. */
export const SHOP = resolve(__dirname, '../../../../../../deploy/tenants/shop');

/** Plays entries through the deciders in this process, with the shop's artifacts and a vendor of its own. */
export async function rehearse(
  entries: readonly Entry[],
  proposer: ProposerName,
  tell?: () => void,
): Promise<readonly Played[]> {
  const artifacts = loadTenant(SHOP);
  const proposers = new Proposers(artifacts);
  try {
    return await rehearseWith(proposers.of(proposer, entries), artifacts, entries, tell);
  } finally {
    await proposers.close();
  }
}

/** The same with a given proposer, for a caller that rehearses more than once. */
export async function rehearseWith(
  proposer: Proposer,
  artifacts: ArtifactBundle,
  entries: readonly Entry[],
  tell?: () => void,
): Promise<readonly Played[]> {
  const vendor = openVendorInProcess();
  try {
    const partner = new InProcessSystem(artifacts, vendor.request, proposer);
    return await play(entries, partner, vendor.request, new ReplyReader(artifacts), tell);
  } finally {
    await vendor.stop();
  }
}
