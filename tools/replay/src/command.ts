import { ArbiterError } from '@arbiter/contracts';

/** Progress and complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${line}\n`);

/** Results, for a person or a program. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command to its exit code. What goes wrong is one clear line. */
export function runCommand(command: () => Promise<number>): void {
  command().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      process.exitCode = error instanceof ArbiterError && error.code === 'usage' ? 2 : 1;
    },
  );
}
