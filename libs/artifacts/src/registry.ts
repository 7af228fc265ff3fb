import { streamOf, terminal, type ArtifactBundle } from '@arbiter/contracts';
import { forMilliseconds } from '@arbiter/resilience';
import type { EventStore } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import type { ArtifactBundles } from './bundles';

const ACTIVE_MILLISECONDS = 2_000;

/** A tenant's artifacts, by hash. */
export interface Artifacts {
  /** at hand without waiting, if it was loaded before */
  cached(hash: string): ArtifactBundle | undefined;
  load(hash: string): Promise<ArtifactBundle>;
  /** the hash of the tenant's active bundle */
  active(tenant: string): Promise<string>;
}

/** Bundles, and which one of a tenant is active: that is looked at again every two seconds. */
export class ArtifactRegistry implements Artifacts {
  private readonly actives = new LRUCache<string, string>({ max: 1_000, ...forMilliseconds(ACTIVE_MILLISECONDS) });

  constructor(
    private readonly bundles: ArtifactBundles,
    private readonly store: EventStore,
  ) {}

  cached(hash: string): ArtifactBundle | undefined {
    return this.bundles.cached(hash);
  }

  load(hash: string): Promise<ArtifactBundle> {
    return this.bundles.load(hash);
  }

  async active(tenant: string): Promise<string> {
    const known = this.actives.get(tenant);
    if (known) return known;
    const stream = streamOf('artifact', tenant, 'active');
    const head = (await this.store.heads([stream])).get(stream) ?? 0;
    const [event] = (await this.store.read([{ stream, after: head - 1 }], 1)).get(stream) ?? [];
    if (event?.name !== 'artifact.activated')
      throw terminal('unknown_artifacts', `tenant ${tenant} has no active artifacts; activate them first`, 'tenant');
    const { hash } = event.data as { hash: string };
    this.actives.set(tenant, hash);
    return hash;
  }
}
