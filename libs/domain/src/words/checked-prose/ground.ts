import type { CopyDefinition, Evidence } from '@arbiter/contracts';

/** What prose may state: nothing that does not stand here. */
export interface Ground {
  /** what the platform itself would say, its values in place: true as it stands */
  readonly copy: readonly string[];
  /** what is known: each value stands for itself, so that a part of one and a part of another make no third */
  readonly results: readonly unknown[];
  readonly evidence: readonly Evidence[];
  /** the tenant's copy in the language of the prose: how values, codes and times are written */
  readonly speech: Pick<CopyDefinition, 'locale' | 'timeZone' | 'sentences' | 'words'>;
  /** the run's own clock, ISO 8601 in UTC: what "tomorrow" is counted from */
  readonly now: string;
}
