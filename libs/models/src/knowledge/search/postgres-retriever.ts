import { terminal, type Evidence } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { EmbedTexts, KnowledgeQuery, Retriever } from '../ports';
import { fuse } from './fuse';
import { MeaningSearch } from './meaning-search';
import { partsOf } from './parts';
import { relevantOf } from './relevance';
import { wordSearch, type Fit } from './word-search';

const LONGEST_QUERY = 1_000;
const MOST_FOUND = 8;
const READS_ENGLISH = /^en\b/i;

/**
 * The default retriever: full text search and sentence embeddings, fused by rank. Without the embedded model, and in
 * languages it does not read, the words alone decide. A passage that fits by neither is not found. Where nothing fits
 * the whole of a text, each question in it is searched for.
 */
export class PostgresRetriever implements Retriever {
  private readonly meaning: MeaningSearch;

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    embed: EmbedTexts,
    private readonly onTrouble: (error: unknown) => void = () => undefined,
  ) {
    this.meaning = new MeaningSearch(database, embed);
  }

  async search(query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Evidence[]> {
    if (query.text.trim() === '') throw terminal('query_empty', 'nothing was asked; ask in a sentence', 'query');
    if (query.text.length > LONGEST_QUERY)
      throw terminal('query_too_long', `a question may have ${LONGEST_QUERY} characters; ask in fewer words`, 'query');
    if (query.documents.length === 0) return [];
    const whole = await this.found(query, signal);
    return whole.length > 0 ? whole : this.foundByParts(query, signal);
  }

  private async foundByParts(query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Evidence[]> {
    const found = new Map<string, Evidence>();
    for (const text of partsOf(query.text))
      for (const passage of await this.found({ ...query, text }, signal))
        if (passage.score > (found.get(passage.id)?.score ?? 0)) found.set(passage.id, passage);
    return Array.from(found.values())
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MOST_FOUND);
  }

  private async found(query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Evidence[]> {
    const [words, meanings] = await Promise.all([wordSearch(this.database, query), this.byMeaning(query, signal)]);
    const fits = relevantOf(words, meanings);
    const best = fuse([words, meanings].map((list) => list.map(({ key }) => key).filter((key) => fits.has(key))));
    return this.evidenceOf(query.tenant, best.slice(0, MOST_FOUND), fits);
  }

  /** A failure of the model is no reason to give no answer. */
  private async byMeaning(query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Fit[]> {
    if (!READS_ENGLISH.test(query.locale)) return [];
    try {
      return await this.meaning.search(query, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.onTrouble(error);
      return [];
    }
  }

  private async evidenceOf(
    tenant: string,
    keys: readonly string[],
    fits: ReadonlyMap<string, number>,
  ): Promise<readonly Evidence[]> {
    if (keys.length === 0) return [];
    const { rows } = await this.database.pool.query<Row>({
      name: 'knowledge-passages',
      text: `select document || '#' || number as id, document as "documentId", title, section, body as text, uri
             from knowledge_passage join knowledge_document using (tenant, document)
             where tenant = $1 and (document, number) in (select split_part(key, '#', 1), split_part(key, '#', 2)::integer from unnest($2::text[]) as key)`,
      values: [tenant, keys],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return keys.flatMap((key) => {
      const row = byId.get(key);
      if (!row) return [];
      const { uri, ...passage } = row;
      return [{ ...passage, score: Math.round(fits.get(key)! * 1_000) / 1_000, ...(uri === null ? {} : { uri }) }];
    });
  }
}

interface Row {
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly uri: string | null;
}
