import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StackError } from '../stack-error';

export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** Root keeps data here that its own folders would hide from the server's user. */
const openFolder = '/var/lib/arbiter';

/**
 * Postgres refuses to run as root: the user it runs as instead, undefined when we are not root ourselves.
 * The owner of existing data comes first, then `postgres`, then `nobody`; initdb wants one with a passwd entry.
 */
export function serverUser(existingData: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(parsePasswdLine)
    .filter((user) => user.uid > 0);
  const owner = existsSync(existingData) ? statSync(existingData).uid : 0;
  const user =
    users.find(({ uid }) => uid === owner) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody');
  if (user) return user;
  throw new StackError(
    'postgres',
    'it does not run as root, and /etc/passwd has neither a postgres nor a nobody user',
    'start as another user, or set ARBITER_POSTGRES_URL',
  );
}

function parsePasswdLine(line: string): ServerUser {
  const [name = '', , uid = '0', gid = '0'] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Asks the kernel, as that user: modes alone do not tell (access lists, mount options). */
export function canReach(user: ServerUser, folder: string): boolean {
  const { status } = spawnSync('test', ['-x', folder], {
    cwd: '/',
    uid: user.uid,
    gid: user.gid,
    stdio: 'ignore',
    timeout: 5_000,
  });
  return status === 0;
}

/**
 * A folder that the user can reach: the data folder itself, made passable, or where a folder above it is closed
 * (a clone in /root, say) one of our own whose path the data folder remembers.
 */
export function reachableFolder(dataFolder: string, user: ServerUser | undefined): string {
  if (!user) return dataFolder;
  const note = join(dataFolder, 'postgres-elsewhere');
  if (existsSync(note)) return made(readFileSync(note, 'utf8'));
  chmodSync(dataFolder, 0o711);
  if (canReach(user, dataFolder)) return dataFolder;
  const elsewhere = join(openFolder, randomBytes(6).toString('hex'));
  writeFileSync(note, elsewhere);
  return made(elsewhere);
}

/** The folder outside the data folder that belongs to it, if there is one. */
export function elsewhereOf(dataFolder: string): string | undefined {
  const note = join(dataFolder, 'postgres-elsewhere');
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined;
}

function made(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    return folder;
  } catch (error) {
    throw new StackError(
      'postgres',
      `its user cannot reach the data folder, and ${folder} cannot be made (${(error as Error).message})`,
      'set ARBITER_DATA to a folder that every user can pass, or start as another user than root',
      { cause: error },
    );
  }
}
