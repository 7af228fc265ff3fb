import { terminal, type SettledOutcome } from '@arbiter/contracts';
import { readArguments, usageOf } from '../../../dev/command-line/command-line.cjs';

export type OutcomeCommand =
  | { readonly command: 'list' }
  | { readonly command: 'show'; readonly id: string }
  | { readonly command: 'settle'; readonly id: string; readonly outcome: SettledOutcome };

export interface AskedOfOutcomes {
  readonly command: OutcomeCommand;
  /** null: the system on this machine */
  readonly base: string | null;
  readonly json: boolean;
}

/** Throws a terminal error of code `usage` with the problem and the usage. */
export function readOutcomeCommand(parameters: readonly string[]): AskedOfOutcomes {
  const { values, flags, operands } = readArguments('outcomes', parameters);
  const [name = 'list', id, ...rest] = operands;
  if (rest.length > 0) throw wrong(`"${rest[0]}" is too much`);
  const found = (['done', 'not-done'] as const).filter((flag) => flags.has(flag));
  if (name !== 'settle' && found.length > 0) throw wrong(`"${name}" takes no --${found[0]}`);
  return { base: values['base'] ?? null, json: flags.has('json'), command: commandOf(name, id, found) };
}

function commandOf(name: string, id: string | undefined, found: readonly ('done' | 'not-done')[]): OutcomeCommand {
  switch (name) {
    case 'list':
      if (id !== undefined) throw wrong(`"${id}" is too much`);
      return { command: 'list' };
    case 'show':
      return { command: 'show', id: given(id) };
    case 'settle': {
      const [flag] = found;
      if (flag === undefined || found.length > 1) throw wrong('say --done or --not-done');
      return { command: 'settle', id: given(id), outcome: flag === 'done' ? 'done' : 'not_done' };
    }
    default:
      throw wrong(`there is no "${name}"; name list, show or settle`);
  }
}

function given(id: string | undefined): string {
  if (id === undefined) throw wrong('name the ID of an action from `list`');
  return id;
}

const wrong = (problem: string) => terminal('usage', `${problem}\n${usageOf('outcomes')}`);
