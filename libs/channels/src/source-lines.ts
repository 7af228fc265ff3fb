import { oneLine, type OutboundMessage } from '@arbiter/contracts';

/** The sources of a text, one per line: the title, the section, and the address where the document has one. */
export const sourceLines = ({ sources = [] }: Pick<OutboundMessage, 'sources'>): readonly string[] =>
  sources.map(
    ({ title, section, uri }) =>
      `↳ ${oneLine(section === '' ? title : `${title}, ${section}`)}${uri === undefined ? '' : ` (${oneLine(uri)})`}`,
  );
