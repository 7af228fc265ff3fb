import { randomUUID } from 'node:crypto';
import { canonicalJson, streamOf, type ArtifactBundle, type EventData } from '@arbiter/contracts';
import { openDatabase, type Database, EventStore, MIGRATION_JOB, type Sealer } from '@arbiter/store';
import { sql } from 'kysely';
import { judgeActivation, type ActivationGuard, type Judged } from './golden/judge-activation';

const NOTHING_TO_SEAL: Sealer = {
  load: async () => undefined,
  seal: () => {
    throw new Error('artifacts hold nothing personal');
  },
  open: (_customer, _context, _sealed, erased) => erased,
};

const UNGUARDED: ActivationGuard = { guarded: [], recorded: [], forced: null };

/**
 * Stores a bundle under its hash and makes it the tenant's active one; does nothing when it is active already. Run as
 * the owner. When the guard refuses the activation, returns the refusal and leaves the active bundle as it is.
 */
export async function activateArtifacts(
  ownerUrl: string,
  bundle: ArtifactBundle,
  hash: string,
  now: string,
  guard: ActivationGuard = UNGUARDED,
): Promise<'activated' | 'unchanged' | Pick<Judged, 'refused'>> {
  const database = openDatabase(ownerUrl, 'arbiter-migrate', 1);
  try {
    const store = new EventStore(database, NOTHING_TO_SEAL, MIGRATION_JOB);
    const stream = streamOf('artifact', bundle.tenant, 'active');
    await sql`insert into artifact (hash, tenant, body) values (${hash}, ${bundle.tenant}, ${canonicalJson(bundle)}) on conflict do nothing`.execute(
      database.query,
    );
    const events = (await store.read([{ stream, after: 0 }])).get(stream)!;
    const last = events.at(-1);
    const { hash: active, golden = [] } = (last?.data ?? {}) as Partial<EventData<'artifact.activated'>>;
    if (active === hash) return 'unchanged';
    const before = active === undefined ? null : await bundleNamed(database, active);
    const { refused, kept } = judgeActivation(before && { bundle: before, golden }, bundle, guard);
    if (refused.length > 0) return { refused };
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
            data: { tenant: bundle.tenant, hash, activatedAt: now, ...kept, ...concerned(bundle, before) },
          },
        ],
      },
    ]);
    return 'activated';
  } finally {
    await database.close();
  }
}

/** Null when it is not kept any more. */
async function bundleNamed(database: Database, hash: string): Promise<ArtifactBundle | null> {
  const row = await database.query.selectFrom('artifact').select('body').where('hash', '=', hash).executeTakeFirst();
  return row ? (JSON.parse(row.body) as ArtifactBundle) : null;
}

/** The playbooks whose schedules the activation arms, changes or clears; left out where there are none. */
function concerned(bundle: ArtifactBundle, before: ArtifactBundle | null): { readonly playbooks?: string[] } {
  const names = [bundle, ...(before ? [before] : [])].flatMap(({ playbooks = [] }) =>
    playbooks.filter(({ schedule, watch }) => schedule ?? watch).map(({ definition }) => definition.playbook),
  );
  return names.length === 0 ? {} : { playbooks: [...new Set(names)].sort() };
}
