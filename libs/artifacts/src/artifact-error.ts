import { ArbiterError } from '@arbiter/contracts';

/** One mistake in an artifact: where it is, what is wrong, and what to write instead. */
export interface ArtifactProblem {
  readonly file: string;
  /** counted from 1 */
  readonly line: number;
  readonly reason: string;
  readonly fix: string;
}

/** A tenant's folder that cannot be used; its message lists every problem, one a line. */
export class ArtifactError extends ArbiterError {
  constructor(readonly problems: readonly ArtifactProblem[]) {
    super(
      'terminal',
      'artifact_invalid',
      problems.map(({ file, line, reason, fix }) => `${file}:${line}: ${reason}; ${fix}`).join('\n'),
    );
    this.name = 'ArtifactError';
  }
}
