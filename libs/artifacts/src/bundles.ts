import { terminal, type ArtifactBundle } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import { LRUCache } from 'lru-cache';

/** Bundles by hash, kept in memory. */
export class ArtifactBundles {
  private readonly bundles = new LRUCache<string, ArtifactBundle>({ max: 64 });

  constructor(private readonly database: Database) {}

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
}
