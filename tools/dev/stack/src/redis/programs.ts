import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerContext } from '../server-context';
import { unpackedPackage } from '../sources/debian';
import { dockerProgram } from '../sources/docker';
import { type Candidate, folderOnPath, type Program, versionOf } from '../sources/program';

export const executable = 'redis-server';

export function redisCandidates(context: ServerContext): Candidate[] {
  return [
    { source: 'path', find: async () => at('path', folderOnPath([executable], context.environment)) },
    { source: 'debian', find: () => debian(context) },
    { source: 'docker', find: () => dockerProgram('redis', '8.4-alpine', (text) => context.report('fetching', text)) },
  ];
}

/** Debian keeps the binary in redis-tools, as redis-check-rdb; which of the two it is, it reads from its own name. */
async function debian(context: ServerContext): Promise<Program> {
  const binary = 'usr/bin/redis-check-rdb';
  const { root, libraryPath } = await unpackedPackage(context.packagesFolder, 'redis-tools', [binary], (text) =>
    context.report('fetching', text),
  );
  const folder = join(root, 'usr/bin');
  if (!existsSync(join(folder, executable))) linkOnce('redis-check-rdb', join(folder, executable));
  return at('debian', folder, libraryPath);
}

function linkOnce(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function at(source: Program['source'], location: string, libraryPath?: string): Program {
  const version = versionOf(join(location, executable), /v=(\S+)/, libraryPath);
  return { source, version, location, libraryPath };
}
