import { safeLines } from '@arbiter/contracts';
import { defaultDataFolder, httpPortOf, runningStack } from '@arbiter/stack';

const DEFAULT_PORT = 3_000;

/**
 * Results, for a person or a program. They hold other people's texts, so control characters are removed: none of them
 * steers the terminal.
 */
export const print = (line: string): void => void process.stdout.write(`${safeLines(line).replaceAll('\n', ' ')}\n`);

/** Complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${safeLines(line)}\n`);

/** The address of a system; null: the one on this machine. */
export const systemAt = (base: string | null): string =>
  (base ?? `http://127.0.0.1:${process.env['ARBITER_HTTP_PORT'] ?? portHere() ?? DEFAULT_PORT}`).replace(/\/+$/, '');

/** The port of the system that runs on this machine's data folder. */
function portHere(): number | undefined {
  const folder = defaultDataFolder();
  return runningStack(folder) === undefined ? undefined : httpPortOf(folder);
}
