import { safeLines, terminal } from '@arbiter/contracts';
import { answerHelp, usageOf } from '../../../dev/command-line/command-line.cjs';

/** Progress and complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${safeLines(line)}\n`);

/** Results, for a person or a program. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The problem with a command's arguments, and its usage. */
export const usage = (name: string, problem: string) => terminal('usage', `${problem}\n${usageOf(name)}`);

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
