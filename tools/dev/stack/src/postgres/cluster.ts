import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from '../folder/server-user';
import { libraryEnvironment, type Program } from '../sources/program';
import { run } from '../sources/run';
import { StackError } from '../stack-error';
import type { ClusterTemplate } from './cluster-template';

export const superuser = 'postgres';
export const database = 'arbiter';
const initMilliseconds = 120_000;
/** Small files of the log of changes: most throw-away data fills less than one. */
const THROWAWAY_FLAGS = ['--no-sync', '--wal-segsize=1'];
/**
 * A database is three hundred files, which every start of throw-away data copies and deletes: it has its own and one to
 * make others from.
 */
const FEWER_DATABASES = [
  `alter database ${superuser} rename to ${database}`,
  'alter database template0 is_template false',
  'drop database template0',
];
/** Changes when clusters for throw-away data come to be made differently. */
export const throwawayRecipe = createHash('sha256')
  .update([...THROWAWAY_FLAGS, ...FEWER_DATABASES].join('\n'))
  .digest('hex')
  .slice(0, 8);

/** The major version that made the cluster in this folder, undefined when there is none. */
export function clusterVersion(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * Makes the cluster beside its place and renames it when whole: a start cut short leaves nothing half made. With a
 * template, it may be lost when the machine goes down.
 */
export async function createCluster(
  folder: string,
  program: Program,
  user: ServerUser | undefined,
  password: string,
  template: ClusterTemplate | undefined,
): Promise<void> {
  if (clusterVersion(folder) !== undefined) return refuseForeignOwner(folder, user);
  const work = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(work, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  try {
    if (template?.password === password) await template.copyTo(work);
    else {
      await initialise({ folder: work, passwordFile, program, user, throwaway: template !== undefined }, password);
      await template?.keep(work, password);
    }
    renameSync(work, folder);
  } catch (error) {
    throw new StackError(
      'postgres',
      `the data folder could not be made (${(error as Error).message})`,
      `check space and rights of ${folder}`,
      { cause: error },
    );
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(work, { recursive: true, force: true });
  }
}

interface NewCluster {
  readonly folder: string;
  readonly passwordFile: string;
  readonly program: Program;
  readonly user: ServerUser | undefined;
  readonly throwaway: boolean;
}

async function initialise(
  { folder, passwordFile, program, user, throwaway }: NewCluster,
  password: string,
): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const flags = [
    '-D',
    folder,
    '-U',
    superuser,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    ...(throwaway ? THROWAWAY_FLAGS : []),
  ];
  const options = {
    environment: libraryEnvironment(program.libraryPath),
    timeoutMilliseconds: initMilliseconds,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
  await run(join(program.location, 'initdb'), flags, options);
  if (throwaway)
    await run(
      join(program.location, 'postgres'),
      ['--single', '-D', folder, '-c', 'fsync=off', '-c', 'exit_on_error=on', 'template1'],
      {
        ...options,
        input: FEWER_DATABASES.join('\n'),
      },
    );
}

function refuseForeignOwner(folder: string, user: ServerUser | undefined): void {
  const owner = statSync(folder).uid;
  const own = user?.uid ?? process.getuid?.();
  if (own === undefined || owner === own) return;
  throw new StackError(
    'postgres',
    `the data in ${folder} belongs to user ${owner}, not to ${own}`,
    'start as the user who made it, or clear it with `npm run reset`',
  );
}
