import { retentionOf, type Retention } from '@arbiter/contracts';
import { ArtifactBundles, ArtifactRegistry } from '@arbiter/artifacts';
import { EventStore, REDACTING, type Database } from '@arbiter/store';

/** How long each tenant keeps each kind of data, by its active artifacts. */
export class RetentionPeriods {
  private readonly registry: ArtifactRegistry;

  constructor(private readonly database: Database) {
    this.registry = new ArtifactRegistry(
      new ArtifactBundles(database),
      new EventStore(database, REDACTING, 'telemetry'),
    );
  }

  /**
   * Throws the errors of Postgres, and for a tenant without active artifacts: nothing is deleted while the periods are
   * unknown.
   */
  async read(): Promise<ReadonlyMap<string, Retention>> {
    const rows = await this.database.query
      .selectFrom('artifact')
      .select('tenant')
      .distinct()
      .orderBy('tenant')
      .execute();
    const periods = await Promise.all(rows.map(async ({ tenant }) => [tenant, await this.of(tenant)] as const));
    return new Map(periods);
  }

  private async of(tenant: string): Promise<Retention> {
    const bundle = await this.registry.load(await this.registry.active(tenant));
    return retentionOf(bundle.conversation);
  }
}
