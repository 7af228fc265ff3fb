import type { CopyDefinition, Evidence } from '@arbiter/contracts';

/** Everything that prose may state. */
export interface Ground {
  /** the platform's own sentences, their values filled in: true as they are */
  readonly copy: readonly string[];
  /**
   * the known results: each is separate, so that parts of two do not combine into a third; the one claim over two of
   * them is a comparison, which code makes itself
   */
  readonly results: readonly unknown[];
  readonly evidence: readonly Evidence[];
  /** the tenant's copy in the language of the prose: how values, codes and times are written */
  readonly speech: Pick<CopyDefinition, 'locale' | 'timeZone' | 'sentences' | 'words'>;
  /** the run's own clock, ISO 8601 in UTC: "tomorrow" is counted from it */
  readonly now: string;
}
