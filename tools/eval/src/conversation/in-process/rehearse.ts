import { resolve } from 'node:path';
import { loadTenant } from '@arbiter/platform';
import { openVendorInProcess } from '@arbiter/sandbox-vendor';
import type { Entry } from '../entry';
import { play, type Played } from '../play';
import { ReplyReader } from '../reply-acts';
import { InProcessSystem } from './in-process-system';
import { openProposer, type ProposerName } from './proposer';

/** The demo shop of this repository. */
export const SHOP = resolve(__dirname, '../../../../../deploy/tenants/shop');

/** Plays entries through the deciders in this process, with the shop's artifacts and a vendor of its own. */
export async function rehearse(
  entries: readonly Entry[],
  proposer: ProposerName,
  tell?: () => void,
): Promise<readonly Played[]> {
  const artifacts = loadTenant(SHOP);
  const vendor = openVendorInProcess();
  const proposes = await openProposer(proposer, artifacts, entries);
  try {
    const partner = new InProcessSystem(artifacts, vendor.request, proposes);
    return await play(entries, partner, vendor.request, new ReplyReader(artifacts), tell);
  } finally {
    await Promise.all([vendor.stop(), proposes.close()]);
  }
}
