import type { ArtifactBundle, ArtifactFile, PlaybookFile, TranslationFile } from '@arbiter/contracts';
import type { Path } from '../artifact-source';

export type Report = (
  file: ArtifactFile | TranslationFile | PlaybookFile,
  path: Path,
  reason: string,
  fix: string,
) => void;

/** The same within one part of one file: a tool, a step, a playbook. */
export type ReportInside = (path: Path, reason: string, fix: string) => void;

/** Looks at a bundle whose every file has the right shape, and reports what does not fit together. */
export type Check = (bundle: ArtifactBundle, report: Report) => void;

/** "one of a, b, c", for the fix of a wrong name. */
export const oneOf = (names: Iterable<string>): string =>
  `use one of ${[...names].join(', ') || '(there are none yet)'}`;
