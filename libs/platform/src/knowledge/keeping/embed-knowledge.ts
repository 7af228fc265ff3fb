import type { PoolClient } from 'pg';
import type { Database } from '../../database';
import type { EmbedTexts } from '../ports';
import { bytesOf } from './vectors';

const BATCH = 16;
/** The most passages a tenant has, in batches, with room for another replica's. */
const MOST_BATCHES = 1_000;

export interface EmbeddingProgress {
  readonly tenant: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Adds the sentence embeddings that a tenant's passages lack; only of English ones, for to the embedded model texts of another
 * language are all alike. Whoever searches meanwhile goes on with what is there.
 *
 * 1. One process does it at a time, under a lock of its session; the others leave it at once, and have nothing to do afterwards.
 * 2. A passage is embedded once: its vector is written where there is none, and a batch that fails leaves the others'.
 */
export async function embedKnowledge(
  { pool }: Pick<Database, 'pool'>,
  tenant: string,
  embed: EmbedTexts,
  onProgress: (progress: EmbeddingProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = await pool.connect();
  const lock = `knowledge of ${tenant}`;
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock(hashtext($1)) as locked', [
      lock,
    ]);
    if (!rows[0]!.locked) return;
    await embedAll(client, tenant, embed, onProgress, signal);
    await client.query('select pg_advisory_unlock(hashtext($1))', [lock]);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A session that may still hold the lock is closed, which frees it.
    client.release(failure);
  }
}

async function embedAll(
  client: PoolClient,
  tenant: string,
  embed: EmbedTexts,
  onProgress: (progress: EmbeddingProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await client.query<{ missing: number }>(`select count(*)::integer as missing ${MISSING}`, [tenant]);
  const of = rows[0]!.missing;
  let done = 0;
  for (let batch = 0; batch < MOST_BATCHES && done < of; batch += 1) {
    signal.throwIfAborted();
    const embedded = await embedBatch(client, tenant, embed, signal);
    if (embedded === 0) return;
    done += embedded;
    onProgress({ tenant, done, of });
  }
}

const MISSING = `from knowledge_passage join knowledge_document using (tenant, document)
  where tenant = $1 and vector is null and lower(locale) ~ '^en(-|$)'`;

async function embedBatch(client: PoolClient, tenant: string, embed: EmbedTexts, signal: AbortSignal): Promise<number> {
  const { rows } = await client.query<{ document: string; number: number; text: string }>(
    `select document, number, concat_ws('. ', title, nullif(section, ''), body) as text ${MISSING} order by document, number limit ${BATCH}`,
    [tenant],
  );
  if (rows.length === 0) return 0;
  const vectors = await embed(
    rows.map(({ text }) => text),
    signal,
  );
  await client.query(
    `update knowledge_passage set vector = made.vector
     from unnest($2::text[], $3::integer[], $4::bytea[]) as made (document, number, vector)
     where knowledge_passage.tenant = $1 and knowledge_passage.document = made.document and knowledge_passage.number = made.number
       and knowledge_passage.vector is null`,
    [tenant, rows.map(({ document }) => document), rows.map(({ number }) => number), vectors.map(bytesOf)],
  );
  return rows.length;
}
