import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StackError, titleOf } from '../stack-error';
import type { ServerName, Source } from '../types';

/** A server's binaries, or the image that has them. */
export interface Program {
  source: Exclude<Source, 'environment'>;
  version: string;
  /** The folder of the binaries, or the image's name. */
  location: string;
  /** Set where the binaries need more than the machine's own libraries. */
  libraryPath?: string;
}

/** One way to get a program; `find` throws an Error with the reason when it cannot be had. */
export interface Candidate {
  source: Program['source'];
  find(): Promise<Program>;
}

/** The first candidate that is there, or the one that ARBITER_STACK_<SERVER> names. */
export async function firstAvailable(
  server: ServerName,
  candidates: Candidate[],
  environment: NodeJS.ProcessEnv,
  skipped: (reason: string) => void,
): Promise<Program> {
  const variable = `ARBITER_STACK_${server.toUpperCase()}`;
  const forced = environment[variable];
  const eligible = forced ? candidates.filter(({ source }) => source === forced) : candidates;
  const known = candidates.map(({ source }) => source).join(', ');
  if (eligible.length === 0)
    throw new StackError(server, `${variable}=${forced} names no source`, `use one of ${known}`);
  const reasons: string[] = [];
  for (const { source, find } of eligible) {
    try {
      return await find();
    } catch (error) {
      const reason = `${source}: ${(error as Error).message}`;
      reasons.push(reason);
      skipped(reason);
    }
  }
  const urlVariable = `ARBITER_${server.toUpperCase()}_URL`;
  throw new StackError(
    server,
    `not found (${reasons.join('; ')})`,
    `install ${titleOf(server)}, or set ${urlVariable} to a running one`,
  );
}

/** The folder on PATH that has all of these executables. */
export function folderOnPath(executables: string[], environment: NodeJS.ProcessEnv): string {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    if (folder !== '' && executables.every((name) => isExecutable(join(folder, name)))) return folder;
  }
  throw new Error(`${executables.join(' and ')} not on PATH`);
}

/** Runs `<executable> --version`; throws when it does not run here or does not match. */
export function versionOf(executable: string, pattern: RegExp, libraryPath?: string): string {
  const result = spawnSync(executable, ['--version'], {
    encoding: 'utf8',
    timeout: 10_000,
    env: libraryEnvironment(libraryPath),
  });
  const version = pattern.exec(`${result.stdout ?? ''}${result.stderr ?? ''}`)?.[1];
  if (version !== undefined) return version;
  throw new Error(
    `${executable} does not run here (${result.error?.message ?? (result.stderr || result.stdout).trim().split('\n')[0]})`,
  );
}

/** The little that a server needs of an environment: nothing of ours, so none of our secrets. */
export function libraryEnvironment(libraryPath: string | undefined): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}) };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
