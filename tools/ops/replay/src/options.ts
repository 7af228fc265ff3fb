import { readArguments } from '../../../dev/command-line/command-line.cjs';
import { usage } from './command';
import type { Selection } from './replay/select-streams';

export interface ReplayOptions {
  readonly selection: Selection;
  /** prints every decision, not only those that are not equal */
  readonly show: boolean;
  /** the folder of an archive whose streams are replayed as well */
  readonly archive: string | null;
}

/** Throws a terminal error of code `usage` with the problem and the usage. */
export function readReplayOptions(parameters: readonly string[]): ReplayOptions {
  const { values, flags } = readArguments('replay', parameters);
  const selections: Selection[] = [
    ...(flags.has('all') ? [{ kind: 'all' as const }] : []),
    ...(values.run === undefined ? [] : [{ kind: 'run' as const, run: values.run }]),
    ...(values.session === undefined ? [] : [{ kind: 'session' as const, session: values.session }]),
    ...(values.stream === undefined ? [] : [{ kind: 'stream' as const, stream: values.stream }]),
  ];
  const selection = selections[0]!;
  if (flags.has('show') && flags.has('verify')) throw usage('replay', '--show and --verify exclude each other');
  return {
    selection,
    show: flags.has('show') || (!flags.has('verify') && selection.kind !== 'all'),
    archive: values.archive ?? null,
  };
}
