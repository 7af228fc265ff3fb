import { usage } from '../options';

export type DeadLetterCommand =
  | { readonly command: 'list'; readonly atMost: number }
  | { readonly command: 'show'; readonly sequence: number }
  | { readonly command: 'resend'; readonly sequence: number | 'all' };

const USAGE = 'npm run dead-letters -- list [<how many>] | show <number> | resend <number> | resend --all';
const LISTED = 100;

/** Throws a terminal error of code `usage`. */
export function readDeadLetterCommand([command, argument, ...rest]: readonly string[]): DeadLetterCommand {
  if (rest.length > 0) throw usage(USAGE);
  switch (command) {
    case 'list':
      return { command, atMost: argument === undefined ? LISTED : numberIn(argument) };
    case 'show':
      return { command, sequence: numberIn(argument) };
    case 'resend':
      return { command, sequence: argument === '--all' ? 'all' : numberIn(argument) };
    default:
      throw usage(USAGE);
  }
}

function numberIn(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw usage(`"${text ?? ''}" is not a number from the list\n${USAGE}`);
  return value;
}
