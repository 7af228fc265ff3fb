import { Client } from 'pg';
import type { Disks } from '../disks/disks';
import type { SoakSystem } from '../site';
import type { Disturbance } from './disturbance';

/** Postgres does not come up meanwhile, and its supervisor gives up after so many attempts. */
const POSTGRES_MILLISECONDS = 5_000;
const NATS_MILLISECONDS = 8_000;
/** More segments of its write-ahead log than Postgres keeps ready. */
const MOST_SEGMENTS = 200;

/**
 * Nothing more can be written where a server keeps its data. Without a disk of its own a refused write replaces that:
 * Postgres read-only.
 */
export const disksDisturbed = (disks: Disks | string): readonly Disturbance[] =>
  typeof disks === 'string'
    ? []
    : [
        {
          name: 'Postgres on a full disk',
          holdMilliseconds: POSTGRES_MILLISECONDS,
          begin: async (site) => {
            disks.postgres.fill();
            await useUpWhatIsReady(site);
          },
          end: async () => disks.postgres.empty(),
        },
        {
          name: 'NATS on a full disk',
          holdMilliseconds: NATS_MILLISECONDS,
          begin: async () => disks.nats.fill(),
          end: async () => disks.nats.empty(),
        },
      ];

/**
 * Postgres has room for some writes in files that it made before: these are used up, so that the next write is refused.
 */
async function useUpWhatIsReady({ system }: SoakSystem): Promise<void> {
  const client = new Client({
    connectionString: system.stack.postgres.url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let segments = 0; segments < MOST_SEGMENTS; segments += 1)
      await client.query("select pg_logical_emit_message(true, 'soak', ''), pg_switch_wal()");
  } catch {
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('Postgres took every write although its disk is full');
}
