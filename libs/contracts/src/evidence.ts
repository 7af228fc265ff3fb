import { Type, type Static } from 'typebox';
import { Closed } from './vocabulary';

/**
 * EX-08: one passage of the tenant's knowledge that was really retrieved; prose may repeat its content, and cite it by
 * its place.
 */
export const Evidence = Closed({
  id: Type.String({ description: 'the document and the place of the passage in it: `<documentId>#<number>`' }),
  documentId: Type.String({ description: 'the content hash of the document' }),
  title: Type.String(),
  section: Type.String({
    description: 'the headings above the passage, the outermost first; empty where there are none',
  }),
  text: Type.String(),
  score: Type.Number({ description: 'how well it fits what was asked, from 0 to 1' }),
  uri: Type.Optional(Type.String({ description: 'the http(s) address that the document declares' })),
});
export type Evidence = Static<typeof Evidence>;

/** EV-01: the part of a passage that a person sees, before the first word of the answer. */
export const Source = Closed({
  id: Type.String(),
  title: Type.String(),
  section: Type.String(),
  excerpt: Type.String({ description: 'the beginning of the passage, whole sentences' }),
  uri: Type.Optional(Type.String()),
});
export type Source = Static<typeof Source>;

/** The result of a `retrieve` step: the passages, best first, and the best one to be quoted. */
export const Retrieved = Closed({
  evidence: Type.Array(Evidence, { minItems: 1 }),
  excerpt: Type.String({ description: 'of the best passage, whole sentences' }),
  source: Type.String({ description: 'where the excerpt stands: the title, and the section where there is one' }),
});
export type Retrieved = Static<typeof Retrieved>;
