import { openDatabase, type Database } from '@arbiter/store';
import { sql } from 'kysely';
import type { KeptDocument } from '../ports';

/**
 * Puts documents and their passages where they can be searched by their words; one that is there under its hash is left
 * as it is, so doing it again changes nothing. Each document is there as a whole or not at all. Returns how many were
 * new. Run as the owner.
 */
export async function keepKnowledge(
  ownerUrl: string,
  tenant: string,
  documents: readonly KeptDocument[],
  report: (line: string) => void,
): Promise<number> {
  if (documents.length === 0) return 0;
  const database = openDatabase(ownerUrl, 'arbiter-migrate', 1);
  try {
    let added = 0;
    for (const document of documents) {
      if (!(await keep(database, tenant, document))) continue;
      added += 1;
      report(
        `knowledge of tenant ${tenant}: “${document.title}” (${document.locale}), ${document.passages.length} passages`,
      );
    }
    report(`knowledge of tenant ${tenant}: ${documents.length} documents, ${added} new`);
    return added;
  } finally {
    await database.close();
  }
}

const keep = ({ query }: Database, tenant: string, { document, title, locale, uri, passages }: KeptDocument) =>
  query.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ document: string }>`
      insert into knowledge_document (tenant, document, title, locale, uri) values (${tenant}, ${document}, ${title}, ${locale}, ${uri ?? null})
      on conflict do nothing returning document`.execute(transaction);
    if (rows.length === 0) return false;
    await sql`
      insert into knowledge_passage (tenant, document, number, section, body, words)
      select ${tenant}, ${document}, number, section, body,
             setweight(to_tsvector(knowledge_configuration(${locale}), ${title} || ' ' || section), 'A') || to_tsvector(knowledge_configuration(${locale}), body)
      from unnest(${passages.map(({ section }) => section)}::text[], ${passages.map(({ text }) => text)}::text[])
           with ordinality as passage (section, body, number)`.execute(transaction);
    return true;
  });
