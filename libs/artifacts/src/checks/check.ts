import type { ArtifactBundle, ArtifactFile, PlaybookFile, TranslationFile } from '@arbiter/contracts';
import type { Path } from '../artifact-source';

type File = ArtifactFile | TranslationFile | PlaybookFile;

export type Report = (
  file: File,
  path: Path,
  reason: string,
  fix: string,
  /** the other place that is part of the mistake */
  other?: readonly [file: File, path: Path],
) => void;

/** The same within one part of one file: a tool, a step, a playbook. */
export type ReportInside = (path: Path, reason: string, fix: string) => void;

/** Looks at a bundle whose every file has the right shape, and reports what does not fit together. */
export type Check = (bundle: ArtifactBundle, report: Report) => void;

/** "one of a, b, c", for the fix of a wrong name. */
export const oneOf = (names: Iterable<string>): string =>
  `use one of ${[...names].join(', ') || '(there are none yet)'}`;
