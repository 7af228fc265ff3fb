import { createHash } from 'node:crypto';
import type { Database } from '@arbiter/store';
import { embeddingBytes, embeddingOf, type Embedding } from './embedding';

/** The model that made a vector: another version of the package makes other vectors. */
const MODEL = 'model-embeddings-en-0.2';
/** A vector is made anew after this time, so that vectors of texts that are in no artifact any more disappear. */
const KEPT_DAYS = 90;

/** Keeps the vectors of artifacts' texts over restarts; never those of a person's text. */
export interface EmbeddingStore {
  /** The stored embeddings of these texts. */
  read(texts: readonly string[]): Promise<ReadonlyMap<string, Embedding>>;
  keep(embeddings: ReadonlyMap<string, Embedding>): Promise<void>;
}

/** In Postgres. A failure is reported and costs only the time to make the vectors again. */
export class EmbeddingTable implements EmbeddingStore {
  constructor(
    private readonly database: Database,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  async read(texts: readonly string[]): Promise<ReadonlyMap<string, Embedding>> {
    const textOf = new Map(texts.map((text) => [hashOf(text).toString('hex'), text]));
    const rows = await this.database.pool
      .query<{ text_hash: Buffer; vector: Buffer }>({
        name: 'embeddings-read',
        text: `select text_hash, vector from embedding where model = $1 and text_hash = any($2::bytea[])`,
        values: [MODEL, texts.map(hashOf)],
      })
      .then(({ rows: found }) => found)
      .catch((error: unknown) => (this.onTrouble(error), []));
    return new Map(rows.map((row) => [textOf.get(row.text_hash.toString('hex'))!, embeddingOf(row.vector)]));
  }

  async keep(embeddings: ReadonlyMap<string, Embedding>): Promise<void> {
    try {
      await this.database.lazily({
        name: 'embeddings-keep',
        text: `with gone as (delete from embedding where made_at < now() - make_interval(days => $4))
               insert into embedding (model, text_hash, vector)
               select $1, * from unnest($2::bytea[], $3::bytea[]) on conflict do nothing`,
        values: [MODEL, [...embeddings.keys()].map(hashOf), [...embeddings.values()].map(embeddingBytes), KEPT_DAYS],
      });
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
