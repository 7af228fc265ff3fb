import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Image } from './run-stages';

const USER = 10_001;

/** As the image's own user where we may become it: it owns nothing there, so a write under the image's folder fails. */
const identity = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};

/**
 * Runs a script of the image as its entry point would, with the image's environment and the given one, and nothing of
 * ours.
 */
export function startIn(image: Image, script: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...script], {
    cwd: image.folder,
    env: { ...image.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
}

/** Runs it to its end: its exit code and its output. */
export async function runIn(
  image: Image,
  script: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const child = startIn(image, script, environment);
  const printed = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code] = (await once(child, 'close', { signal: AbortSignal.timeout(120_000) })) as [number | null];
  return { code, output: (await printed).join('') };
}
