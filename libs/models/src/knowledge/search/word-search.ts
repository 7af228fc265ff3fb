import type { Database } from '@arbiter/store';
import type { KnowledgeQuery } from '../ports';

/** A passage, and how well it fits: 0 to 1. */
export interface Fit {
  readonly key: string;
  readonly fit: number;
}

export const keyOf = (document: string, number: number): string => `${document}#${number}`;

const MOST_FOUND = 30;

/**
 * Full text search: the share of the question's words that a passage contains. Words are stems of the document's
 * language, without stop words. A rare word counts more than a frequent one, and a word in no passage counts as much as
 * the rarest.
 */
export async function wordSearch(
  { pool }: Pick<Database, 'pool'>,
  { tenant, text, documents }: KnowledgeQuery,
): Promise<readonly Fit[]> {
  const { rows } = await pool.query<{ document: string; number: number; fit: number }>({
    name: 'knowledge-words',
    text: `with seen as (select document, knowledge_configuration(locale) as configuration from knowledge_document
                         where tenant = $1 and document = any($2::text[])),
                asked as (select configuration, lexeme, (quote_literal(lexeme))::tsquery as query
                          from (select distinct configuration from seen) as languages,
                               unnest(tsvector_to_array(to_tsvector(configuration, $3))) as lexeme),
                size as (select count(*) as passages from knowledge_passage where tenant = $1 and document = any($2::text[])),
                hit as (select document, number, configuration, lexeme, ts_rank(words, query) as rank
                        from asked join seen using (configuration) join knowledge_passage using (document)
                        where knowledge_passage.tenant = $1 and words @@ query),
                weight as (select configuration, lexeme, ln(1 + (select passages from size)::float8 / greatest(count(hit.document), 1)) as weight
                           from asked left join hit using (configuration, lexeme) group by configuration, lexeme),
                whole as (select configuration, sum(weight) as weight from weight group by configuration)
           select document, number, sum(weight.weight) / max(whole.weight) as fit
           from hit join weight using (configuration, lexeme) join whole using (configuration)
           group by document, number order by fit desc, sum(rank) desc, document, number limit ${MOST_FOUND}`,
    values: [tenant, documents, text],
  });
  return rows.map(({ document, number, fit }) => ({ key: keyOf(document, number), fit: Number(fit) }));
}
