import { readArguments } from '../../../../dev/command-line/command-line.cjs';
import { usage } from '../command';

export type DeadLetterCommand =
  | { readonly command: 'list'; readonly atMost: number }
  | { readonly command: 'show'; readonly sequence: number }
  | { readonly command: 'resend'; readonly sequence: number | 'all' };

const LISTED = 100;

/** Throws a terminal error of code `usage`. */
export function readDeadLetterCommand(parameters: readonly string[]): DeadLetterCommand {
  const {
    flags,
    operands: [command, argument, ...rest],
  } = readArguments('dead-letters', parameters);
  const all = flags.has('all');
  if (rest.length > 0 || (all && (command !== 'resend' || argument !== undefined)))
    throw usage('dead-letters', 'that is too much');
  switch (command as DeadLetterCommand['command']) {
    case 'list':
      return { command: 'list', atMost: argument === undefined ? LISTED : numberIn(argument) };
    case 'show':
      return { command: 'show', sequence: numberIn(argument) };
    case 'resend':
      return { command: 'resend', sequence: all ? 'all' : numberIn(argument) };
  }
}

function numberIn(text: string | undefined): number {
  if (text === undefined) throw usage('dead-letters', 'name the NUMBER of a message, as `list` prints it');
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw usage('dead-letters', `"${text}" is no whole number from 1 on; \`list\` prints those there are`);
  return value;
}
