import type { Database } from '@arbiter/store';

/** A kept vector as it travels between databases. */
export interface CopiedEmbedding {
  readonly model: string;
  /** of its text; hexadecimal */
  readonly hash: string;
  /** base64 */
  readonly vector: string;
}

/** The stored embeddings, without those whose hashes are known. Run as the owner. */
export async function embeddingsBeside(
  database: Database,
  known: readonly string[],
): Promise<readonly CopiedEmbedding[]> {
  const { rows } = await database.pool.query<CopiedEmbedding>({
    text: `select model, encode(text_hash, 'hex') as hash, encode(vector, 'base64') as vector from embedding
           where not (text_hash = any($1::bytea[])) order by made_at, text_hash`,
    values: [known.map((hash) => Buffer.from(hash, 'hex'))],
  });
  return rows;
}

/** Existing embeddings stay. Run as the owner. */
export async function addEmbeddings(database: Database, copied: readonly CopiedEmbedding[]): Promise<void> {
  await database.pool.query({
    text: `insert into embedding (model, text_hash, vector)
           select model, decode(hash, 'hex'), decode(vector, 'base64')
           from unnest($1::text[], $2::text[], $3::text[]) as copied (model, hash, vector) on conflict do nothing`,
    values: [copied.map(({ model }) => model), copied.map(({ hash }) => hash), copied.map(({ vector }) => vector)],
  });
}
