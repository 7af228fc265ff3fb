import type { ArtifactBundle } from '@arbiter/contracts';

/** The person who asks, as the platform knows them. */
export interface Reader {
  readonly channel: string;
  readonly locale: string;
}

/**
 * The documents that a person may see: those for their channel, in their language; where there are none in it, those in
 * any.
 */
export function visibleDocuments(
  { knowledge = [] }: Pick<ArtifactBundle, 'knowledge'>,
  reader: Reader,
): readonly string[] {
  const open = knowledge.filter(({ audience }) => audience === undefined || audience.includes(reader.channel));
  const own = open.filter(({ locale }) => languageOf(locale) === languageOf(reader.locale));
  return [...new Set((own.length > 0 ? own : open).map(({ document }) => document))];
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0]!;
