import { streamOf, terminal, type ArtifactBundle } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database';
import type { EventStore } from '../event-store';
import type { Artifacts } from '../shell';

const ACTIVE_MILLISECONDS = 2_000;

/** Bundles by hash, kept in memory; which one is active is looked at again every two seconds. */
export class ArtifactRegistry implements Artifacts {
  private readonly bundles = new LRUCache<string, ArtifactBundle>({ max: 64 });
  private readonly actives = new LRUCache<string, string>({ max: 1_000, ttl: ACTIVE_MILLISECONDS });

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  cached(hash: string): ArtifactBundle | undefined {
    return this.bundles.get(hash);
  }

  async load(hash: string): Promise<ArtifactBundle> {
    const cached = this.bundles.get(hash);
    if (cached) return cached;
    const row = await this.database.query
      .selectFrom('artifact')
      .select('body')
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!row)
      throw terminal('unknown_artifacts', `no artifact bundle has the hash ${hash}; activate the tenant's artifacts`);
    const bundle = JSON.parse(row.body) as ArtifactBundle;
    this.bundles.set(hash, bundle);
    return bundle;
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
