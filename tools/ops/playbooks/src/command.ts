import { Grants, terminal, type ApprovalDecision } from '@arbiter/contracts';
import { Value } from 'typebox/value';
import { readArguments, usageOf } from '../../../dev/command-line/command-line.cjs';

export type PlaybookCommand =
  | { readonly command: 'list' }
  | { readonly command: 'show'; readonly name: string; readonly day: string | null; readonly watch: boolean }
  | { readonly command: 'run'; readonly name: string; readonly day: string | null; readonly watch: boolean }
  | { readonly command: 'resume'; readonly name: string; readonly day: string; readonly give: Grants }
  | { readonly command: 'approvals' }
  | {
      readonly command: 'answer';
      readonly id: string;
      readonly decision: ApprovalDecision;
      readonly reason: string | null;
    };

/** The command, and the system it is for. */
export interface Asked {
  readonly command: PlaybookCommand;
  /** null: the one on this machine */
  readonly base: string | null;
}

/** The options that each command takes, beside `--base`. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  list: [],
  show: ['watch'],
  run: ['day', 'watch'],
  resume: ['actions', 'tokens', 'dollars'],
  approvals: [],
  approve: ['reason'],
  reject: ['reason'],
};

/** Throws a terminal error of code `usage` with the problem and the usage. */
export function readCommand(parameters: readonly string[]): Asked {
  const { values, flags, operands } = readArguments('playbooks', parameters);
  const [name = 'list', ...rest] = operands;
  const taken = OPTIONS[name];
  if (!taken) throw wrong(`there is no "${name}"; name one of ${Object.keys(OPTIONS).join(', ')}`);
  const other = [...Object.keys(values), ...flags].find((option) => option !== 'base' && !taken.includes(option));
  if (other !== undefined) throw wrong(`"${name}" takes no --${other}`);
  const { base = null, day = null, reason = null } = values;
  return { base, command: commandOf(name, rest, { day, reason, watch: flags.has('watch'), give: grantsIn(values) }) };
}

interface Given {
  readonly day: string | null;
  readonly reason: string | null;
  readonly watch: boolean;
  readonly give: Grants;
}

function commandOf(name: string, operands: readonly string[], { day, reason, watch, give }: Given): PlaybookCommand {
  switch (name) {
    case 'show': {
      const [playbook, shown = null] = several(operands, 'a playbook', 2);
      if (watch && shown === null) throw wrong('--watch needs the DAY that is watched');
      return { command: 'show', name: playbook, day: shown, watch };
    }
    case 'run':
      return { command: 'run', name: several(operands, 'a playbook', 1)[0], day, watch };
    case 'resume': {
      const [playbook, paused = null] = several(operands, 'a playbook', 2);
      if (paused === null) throw wrong('name the DAY that is paused');
      return { command: 'resume', name: playbook, day: paused, give };
    }
    case 'approve':
    case 'reject':
      return { command: 'answer', id: several(operands, 'an id from `approvals`', 1)[0], decision: name, reason };
    case 'approvals':
      nothing(operands);
      return { command: 'approvals' };
    default:
      nothing(operands);
      return { command: 'list' };
  }
}

/** The grants for the whole run. */
function grantsIn(values: Readonly<Record<string, string | undefined>>): Grants {
  const given = (['actions', 'tokens', 'dollars'] as const).flatMap((field) =>
    values[field] === undefined ? [] : [[field, values[field]] as const],
  );
  for (const [field, value] of given) {
    if (!Value.Check(Grants.properties[field], value.trim() === '' ? Number.NaN : Number(value)))
      throw wrong(
        `--${field} is "${value}"; give a ${field === 'dollars' ? 'number above 0' : 'whole number, 1 at least'}`,
      );
  }
  return Object.fromEntries(given.map(([field, value]) => [field, Number(value)]));
}

function several(operands: readonly string[], what: string, most: number): readonly [string, ...string[]] {
  const [first, ...rest] = operands;
  if (first === undefined) throw wrong(`name ${what}`);
  nothing(operands.slice(most));
  return [first, ...rest];
}

function nothing([first]: readonly string[]): void {
  if (first !== undefined) throw wrong(`"${first}" is too much`);
}

const wrong = (problem: string) => terminal('usage', `${problem}\n${usageOf('playbooks')}`);
