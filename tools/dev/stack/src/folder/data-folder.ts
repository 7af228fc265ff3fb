import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { claimPort, freePort } from '../process/ports';
import { StackError } from '../stack-error';

const marker = 'arbiter-data';
const packages = 'packages';

/** `ARBITER_DATA`, else `.data` in the project's folder. */
export function defaultDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.ARBITER_DATA || join(__dirname, '../../../../../.data'));
}

/** Unpacked Debian packages: a cache that outlives `npm run reset`. */
export function defaultPackagesFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return join(defaultDataFolder(environment), packages);
}

/**
 * Makes the folder if need be and marks it as ours. Everything in a data folder may be deleted (`npm run reset`),
 * so one that holds other files is refused with a StackError. Call it before writing into the folder.
 */
export function ownDataFolder(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (existsSync(join(dataFolder, marker))) return;
  const foreign = readdirSync(dataFolder).find((entry) => entry !== packages);
  if (foreign !== undefined)
    throw new StackError(
      undefined,
      `${dataFolder} holds files that are not Arbiter's (${foreign})`,
      'set ARBITER_DATA to a new or empty folder',
    );
  writeFileSync(
    join(dataFolder, marker),
    'Everything in this folder is made by Arbiter and may be deleted while it does not run.\n',
  );
}

/**
 * A secret of this data folder, made on first use and kept with mode 0600: random (64 hexadecimal digits) where none is
 * given.
 */
export function secretOf(dataFolder: string, name: string, made = randomBytes(32).toString('hex')): string {
  ownDataFolder(dataFolder);
  const folder = join(dataFolder, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  try {
    writeFileSync(file, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

/**
 * The port this name had at the last start if it is free, so that clients outside find it again; else another free one.
 */
export async function rememberedPort(dataFolder: string, name: string): Promise<number> {
  const folder = join(dataFolder, 'ports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const last = readPort(file);
  if (last !== undefined && (await claimPort(last))) return last;
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}

/** Where the system that runs on this folder answers over HTTP is known to other commands. */
export function noteHttpPort(dataFolder: string, port: number): void {
  mkdirSync(join(dataFolder, 'ports'), { recursive: true });
  writeFileSync(httpPortFile(dataFolder), String(port));
}

/** The port that was noted last; undefined when nothing ever ran on the folder. */
export const httpPortOf = (dataFolder: string): number | undefined => readPort(httpPortFile(dataFolder));

const httpPortFile = (dataFolder: string): string => join(dataFolder, 'ports', 'http');

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
