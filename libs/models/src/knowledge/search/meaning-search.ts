import type { Database } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import { cosine, embeddingOf } from '../../local/embedding';
import type { EmbedTexts, KnowledgeQuery } from '../ports';
import { keyOf, type Fit } from './word-search';

const MOST_FOUND = 30;
/** 2 KB each. */
const MOST_VECTORS = 10_000;

type Vectors = ReadonlyMap<string, Float32Array>;

/**
 * Search by sentence embeddings, compared in this process: a tenant has a few thousand at most. A passage without an
 * embedding is not found.
 */
export class MeaningSearch {
  private readonly known = new LRUCache<string, Vectors>({
    maxSize: MOST_VECTORS,
    sizeCalculation: ({ size }) => Math.max(size, 1),
  });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly embed: EmbedTexts,
  ) {}

  async search({ tenant, text, documents }: KnowledgeQuery, signal: AbortSignal): Promise<readonly Fit[]> {
    const vectors = await this.vectorsOf(tenant, documents);
    if (vectors.length === 0) return [];
    const [asked] = await this.embed([text], signal);
    return vectors
      .map(([key, vector]) => ({ key, fit: cosine(asked!, vector) }))
      .sort((one, other) => other.fit - one.fit)
      .slice(0, MOST_FOUND);
  }

  private async vectorsOf(tenant: string, documents: readonly string[]): Promise<readonly [string, Float32Array][]> {
    const nameOf = (document: string): string => `${tenant} ${document}`;
    const missing = documents.filter((document) => !this.known.has(nameOf(document)));
    const read = missing.length === 0 ? new Map<string, Vectors>() : await this.read(tenant, missing);
    return documents.flatMap((document) => [...(this.known.get(nameOf(document)) ?? read.get(document) ?? [])]);
  }

  /** A document is cached only once all of its passages have vectors: missing ones may still come. */
  private async read(tenant: string, documents: readonly string[]): Promise<ReadonlyMap<string, Vectors>> {
    const { rows } = await this.database.pool.query<{ document: string; number: number; vector: Buffer | null }>({
      name: 'knowledge-vectors',
      text: 'select document, number, vector from knowledge_passage where tenant = $1 and document = any($2::text[])',
      values: [tenant, documents],
    });
    const byDocument = Map.groupBy(rows, ({ document }) => document);
    return new Map(
      [...byDocument].map(([document, passages]): [string, Vectors] => {
        const vectors = new Map(
          passages.flatMap(({ number, vector }) =>
            vector ? [[keyOf(document, number), embeddingOf(vector)] as const] : [],
          ),
        );
        if (vectors.size === passages.length) this.known.set(`${tenant} ${document}`, vectors);
        return [document, vectors];
      }),
    );
  }
}
