import type { ArtifactBundle, ArtifactFile, TranslationFile } from '@arbiter/contracts';
import type { Path } from '../artifact-source';

export type Report = (file: ArtifactFile | TranslationFile, path: Path, reason: string, fix: string) => void;

/** The same within one tool. */
export type ReportInTool = (path: Path, reason: string, fix: string) => void;

/** Looks at a bundle whose every file has the right shape, and reports what does not fit together. */
export type Check = (bundle: ArtifactBundle, report: Report) => void;

/** "one of a, b, c", for the fix of a wrong name. */
export const oneOf = (names: Iterable<string>): string =>
  `use one of ${[...names].join(', ') || '(there are none yet)'}`;
