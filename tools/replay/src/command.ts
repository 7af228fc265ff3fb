import { terminal } from '@arbiter/contracts';
import { answerHelp, usageOf } from '../../command-line/command-line.cjs';

/** Progress and complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${line}\n`);

/** Results, for a person or a program. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What is wrong with the arguments of a command, and how it goes. */
export const usage = (name: string, problem: string) => terminal('usage', `${problem}\n${usageOf(name)}`);

/** Answers a wish for help, else runs a command to its exit code. What goes wrong is one clear line. */
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
