import type { Path } from '../artifact-source';
import type { Report } from './check';
import type { Known } from './known';

export type CopyFile = Parameters<Report>[0];

/** One place where a sentence is said: who says it, and what it may speak of. */
export interface Use {
  readonly key: string;
  readonly known: Known;
  readonly at: readonly [file: CopyFile, path: Path];
}
