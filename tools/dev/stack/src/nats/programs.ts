import { join } from 'node:path';
import type { ServerContext } from '../server-context';
import { unpackedPackage } from '../sources/debian';
import { dockerProgram } from '../sources/docker';
import { type Candidate, folderOnPath, type Program, versionOf } from '../sources/program';

export const executable = 'nats-server';
const oldest = 9;

export function natsCandidates(context: ServerContext): Candidate[] {
  return [
    { source: 'path', find: async () => at('path', folderOnPath([executable], context.environment)) },
    { source: 'debian', find: () => debian(context) },
    { source: 'docker', find: () => dockerProgram('nats', '2.14-alpine', (text) => context.report('fetching', text)) },
  ];
}

async function debian(context: ServerContext): Promise<Program> {
  const { root } = await unpackedPackage(context.packagesFolder, executable, ['usr/sbin/nats-server'], (text) =>
    context.report('fetching', text),
  );
  return at('debian', join(root, 'usr/sbin'));
}

function at(source: Program['source'], location: string): Program {
  const version = versionOf(join(location, executable), /v?(\d+\.\d+\.\d+)/);
  const [major, minor] = version.split('.').map(Number);
  if (major === 2 && (minor as number) < oldest)
    throw new Error(`${version} is too old, 2.${oldest} is the oldest that serves`);
  return { source, version, location };
}
