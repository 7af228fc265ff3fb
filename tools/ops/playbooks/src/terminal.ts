import { safeLines } from '@arbiter/contracts';
import { defaultDataFolder, httpPortOf, runningStack } from '@arbiter/stack';
import { answerHelp } from '../../../dev/command-line/command-line.cjs';

const DEFAULT_PORT = 3_000;

/**
 * Results, for a person or a program. They hold other people's texts, so control characters are removed: none of them
 * steers the terminal.
 */
export const print = (line: string): void => void process.stdout.write(`${safeLines(line).replaceAll('\n', ' ')}\n`);

/** Complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${safeLines(line)}\n`);

/** Prints the help if the arguments ask for it, else runs a command to its exit code. A failure is one clear line. */
export function runCommand(name: string, command: () => Promise<number>): void {
  answerHelp(name);
  command().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      process.exitCode = (error as { readonly code?: unknown }).code === 'usage' ? 2 : 1;
    },
  );
}

/** The address of a system; null: the one on this machine. */
export const systemAt = (base: string | null): string =>
  (base ?? `http://127.0.0.1:${process.env['ARBITER_HTTP_PORT'] ?? portHere() ?? DEFAULT_PORT}`).replace(/\/+$/, '');

/** The port of the system that runs on this machine's data folder. */
function portHere(): number | undefined {
  const folder = defaultDataFolder();
  return runningStack(folder) === undefined ? undefined : httpPortOf(folder);
}
