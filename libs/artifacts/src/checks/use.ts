import type { Path } from '../artifact-source';
import type { Report } from './check';
import type { Known } from './known';

export type CopyFile = Parameters<Report>[0];

/** One use of a sentence: where it is used, and which values it may name. */
export interface Use {
  readonly key: string;
  readonly known: Known;
  readonly at: readonly [file: CopyFile, path: Path];
}
