import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from '../folder/server-user';
import { libraryEnvironment, type Program } from '../sources/program';
import { run } from '../sources/run';

const COPY_MILLISECONDS = 60_000;

/**
 * A new cluster as initdb made it once, from which throw-away ones are copied: initdb takes most of the time of their
 * start. It lies beside the packages, one for each Postgres, user and recipe, with the password it was made with.
 */
export class ClusterTemplate {
  private readonly folder: string;

  constructor(packagesFolder: string, { source, version }: Program, user: ServerUser | undefined, recipe: string) {
    const owner = user?.uid ?? process.getuid?.() ?? 0;
    this.folder = join(packagesFolder, 'clusters', `${source}-${version}-${owner}-${recipe}`);
  }

  /** Undefined until there is one. */
  get password(): string | undefined {
    const file = join(this.folder, 'password');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  copyTo(folder: string): Promise<unknown> {
    return copied(join(this.folder, 'cluster'), folder);
  }

  /** Of a cluster that has never run. Of two that are made at once the first stays. */
  async keep(cluster: string, password: string): Promise<void> {
    const work = `${this.folder}.${process.pid}`;
    mkdirSync(work, { recursive: true, mode: 0o700 });
    try {
      await copied(cluster, join(work, 'cluster'));
      writeFileSync(join(work, 'password'), password, { mode: 0o600 });
      if (!existsSync(this.folder)) renameSync(work, this.folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
}

/** With its owners and rights, which Postgres looks at. */
const copied = (from: string, to: string): Promise<unknown> =>
  run('cp', ['-a', from, to], {
    environment: libraryEnvironment(undefined),
    timeoutMilliseconds: COPY_MILLISECONDS,
  });
