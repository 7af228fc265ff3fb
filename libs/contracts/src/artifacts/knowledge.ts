import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

/**
 * One document of a tenant's knowledge. Its text is kept outside the bundle, under its hash; a run that is pinned to
 * the bundle sees just these documents.
 */
export const KnowledgeEntry = Closed({
  path: Type.String({ description: 'within the folder knowledge/' }),
  document: Type.String({ description: 'SHA-256 of its canonical JSON, in hex' }),
  title: Type.String(),
  locale: Type.String(),
  audience: Type.Optional(
    Type.Array(Type.String(), { description: 'the channels it may be shown on; absent: every channel' }),
  ),
});
export type KnowledgeEntry = Static<typeof KnowledgeEntry>;
