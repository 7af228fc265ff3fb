import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../process/managed-process';
import type { Program } from './program';
import { run } from './run';

const engineTimeout = 10_000;
const pullTimeout = 600_000;

/** Throws when no Docker engine answers or the image is not to be had. */
export async function dockerProgram(
  image: string,
  version: string,
  fetching: (text: string) => void,
): Promise<Program> {
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}'], {
      environment: process.env,
      timeoutMilliseconds: engineTimeout,
    });
  } catch (error) {
    throw new Error(
      /not on this machine/.test((error as Error).message)
        ? 'docker is not on this machine'
        : 'no Docker engine answers',
      { cause: error },
    );
  }
  const location = `${image}:${version}`;
  await run('docker', ['image', 'inspect', location], {
    environment: process.env,
    timeoutMilliseconds: engineTimeout,
  }).catch(() => {
    fetching(`pulling ${location}`);
    return run('docker', ['pull', '-q', location], { environment: process.env, timeoutMilliseconds: pullTimeout });
  });
  return { source: 'docker', version, location };
}

export interface Container {
  dataFolder: string;
  /** Names the container and the volume with its data. */
  name: string;
  image: string;
  ports: number[];
  /** Where the volume is mounted; without one the container keeps nothing. */
  dataPath?: string;
  /** File on this machine → the same path in the container, read only. */
  files?: string[];
  environment?: Record<string, string>;
  arguments: string[];
}

export function containerName(dataFolder: string, server: string): string {
  return `arbiter-${server}-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`;
}

/** The volumes that hold data of this data folder. */
export function volumesOf(dataFolder: string): string[] {
  const folder = join(dataFolder, 'docker-volumes');
  return existsSync(folder) ? readdirSync(folder) : [];
}

function rememberVolume(dataFolder: string, name: string): void {
  const folder = join(dataFolder, 'docker-volumes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '');
}

/**
 * In the foreground: the client passes signals on, and ends with the container. Secrets go by the environment, not by
 * arguments.
 */
export function containerCommand(container: Container): Command {
  if (container.dataPath) rememberVolume(container.dataFolder, container.name);
  const flags = [
    ...container.ports.flatMap((port) => ['-p', `127.0.0.1:${port}:${port}`]),
    ...(container.dataPath ? ['-v', `${container.name}:${container.dataPath}`] : []),
    ...(container.files ?? []).flatMap((file) => ['-v', `${file}:${file}:ro`]),
    ...Object.keys(container.environment ?? {}).flatMap((name) => ['-e', name]),
  ];
  return {
    executable: 'docker',
    arguments: ['run', '--rm', '--name', container.name, ...flags, container.image, ...container.arguments],
    environment: { ...process.env, ...container.environment },
  };
}

/** Ends the container whatever its client does; no error when there is none. */
export async function removeContainer(name: string): Promise<void> {
  await run('docker', ['rm', '-f', name], { environment: process.env, timeoutMilliseconds: 30_000 }).catch(
    () => undefined,
  );
}

export async function removeVolume(name: string): Promise<void> {
  await run('docker', ['volume', 'rm', '-f', name], { environment: process.env, timeoutMilliseconds: 30_000 });
}
