/** What was written behind a command: options with a value, by name; those that were merely named; and the rest in its order. */
export interface Arguments {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/** Every command that `commands.cjs` declares. */
export const commandNames: readonly string[];

/** Whether `--help` or `-h` stands before any `--`. */
export function isHelpWanted(parameters: readonly string[]): boolean;

/** What the command does, its options with units and defaults, its environment, exit codes and examples. */
export function helpOf(name: string): string;

/** How the command is called, for the end of an error. */
export function usageOf(name: string): string;

/** Prints the help and ends the process with 0 when it is wanted; the process's own arguments unless others are given. */
export function answerHelp(name: string, parameters?: readonly string[]): void;

/** Reads arguments as the command declares them. Throws an error of code `usage` that says what is wrong and how it goes. */
export function readArguments(name: string, parameters: readonly string[]): Arguments;

/** Answers `--help` and reads the arguments; ends the process with 2, and with how the command is called, when they are wrong. */
export function takeArguments(name: string, parameters?: readonly string[]): Arguments;
