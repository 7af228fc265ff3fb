import type { Database } from '@arbiter/store';
import type { PoolClient } from 'pg';
import type { EmbedTexts } from '../ports';
import { embeddingBytes, type Embedding } from '../../local/embedding';

const BATCH = 16;
/** The most passages a tenant has, in batches, with room for another replica's. */
const MOST_BATCHES = 1_000;

export interface EmbeddingProgress {
  readonly tenant: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Adds the sentence embeddings that a tenant's passages lack; only of English passages, because the embedded model
 * cannot tell texts of another language apart. A search meanwhile uses the embeddings that exist.
 *
 * 1. One process does it at a time, under a lock of its session; the others leave it at once, and have nothing to do
 *    afterwards.
 * 2. A text is embedded once, however many documents and versions of them hold it: its vector is written where there is
 *    none, and a batch that fails leaves the others'.
 * 3. One passage at a time: a person's text waits behind that one, 70 ms at most on a quiet machine, and not behind
 *    sixteen. Passages are read no faster together.
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
  await client.query(KNOWN, [tenant]);
  const { rows } = await client.query<{ missing: number }>(
    `${PASSAGES} select count(distinct text)::integer as missing from passage where vector is null`,
    [tenant],
  );
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

const PASSAGES = `with passage as (
  select tenant, document, number, vector, concat_ws('. ', title, nullif(section, ''), body) as text
  from knowledge_passage join knowledge_document using (tenant, document)
  where tenant = $1 and lower(locale) ~ '^en(-|$)')`;

/** Writes the vectors that `source` names by text, where there is none. */
const written = (source: string): string => `${PASSAGES}, source as (${source})
  update knowledge_passage set vector = source.vector
  from passage join source using (text)
  where passage.vector is null and (knowledge_passage.tenant, knowledge_passage.document, knowledge_passage.number)
    = (passage.tenant, passage.document, passage.number)`;
/** A passage that an edit left unchanged keeps its vector. */
const KNOWN = written('select distinct on (text) text, vector from passage where vector is not null');
const MADE = written('select * from unnest($2::text[], $3::bytea[]) as made (text, vector)');

async function embedBatch(client: PoolClient, tenant: string, embed: EmbedTexts, signal: AbortSignal): Promise<number> {
  const { rows } = await client.query<{ text: string }>(
    `${PASSAGES} select text from passage where vector is null group by text order by min(document), min(number) limit ${BATCH}`,
    [tenant],
  );
  if (rows.length === 0) return 0;
  const texts = rows.map(({ text }) => text);
  const vectors: Embedding[] = [];
  for (const text of texts) vectors.push((await embed([text], signal))[0]!);
  await client.query(MADE, [tenant, texts, vectors.map(embeddingBytes)]);
  return texts.length;
}
