import { randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import { streamOf, type ArtifactBundle, type EventName, type RecordedOf } from '@arbiter/contracts';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../database';
import { EventStore, MIGRATION_JOB } from '../event-store';
import type { Sealer } from '../sealing';

const NOTHING_TO_SEAL: Sealer = {
  load: async () => undefined,
  seal: () => {
    throw new Error('artifacts hold nothing personal');
  },
  open: (_customer, _context, _sealed, erased) => erased,
};

/** Stores a bundle under its hash and makes it the tenant's active one; does nothing when it is already. Run as the owner. */
export async function activateArtifacts(
  ownerUrl: string,
  bundle: ArtifactBundle,
  hash: string,
  now: string,
): Promise<'activated' | 'unchanged'> {
  const database = openDatabase(ownerUrl, 'arbiter-migrate', 1);
  try {
    const store = new EventStore(database, NOTHING_TO_SEAL, MIGRATION_JOB);
    const stream = streamOf('artifact', bundle.tenant, 'active');
    await sql`insert into artifact (hash, tenant, body) values (${hash}, ${bundle.tenant}, ${canonicalize(bundle)!}) on conflict do nothing`.execute(
      database.query,
    );
    const events = (await store.read([{ stream, after: 0 }])).get(stream)!;
    const last = events.at(-1);
    if (last && (last.data as { hash?: string }).hash === hash) return 'unchanged';
    await store.append([
      {
        stream,
        decisions: [],
        due: [],
        ui: [],
        events: [
          {
            id: randomUUID(),
            name: 'artifact.activated',
            app: MIGRATION_JOB,
            stream,
            version: events.length + 1,
            time: now,
            tenant: bundle.tenant,
            customerId: '',
            correlationId: hash,
            causationId: null,
            source: null,
            traceParent: null,
            data: { tenant: bundle.tenant, hash, activatedAt: now, ...(await concerned(database, bundle, last)) },
          },
        ],
      },
    ]);
    return 'activated';
  } finally {
    await database.close();
  }
}

/** The playbooks whose schedules the activation may arm, change or clear; left out where there are none. */
async function concerned(
  database: Database,
  bundle: ArtifactBundle,
  last: RecordedOf<EventName> | undefined,
): Promise<{ readonly playbooks?: string[] }> {
  const before = last === undefined ? undefined : (last.data as { hash: string }).hash;
  const row =
    before === undefined
      ? undefined
      : await database.query.selectFrom('artifact').select('body').where('hash', '=', before).executeTakeFirst();
  const bundles = [bundle, ...(row ? [JSON.parse(row.body) as ArtifactBundle] : [])];
  const names = bundles.flatMap(({ playbooks = [] }) => playbooks.map(({ definition }) => definition.playbook));
  return names.length === 0 ? {} : { playbooks: [...new Set(names)].sort() };
}
