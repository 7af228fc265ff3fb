import { parseArgs } from 'node:util';
import { terminal } from '@arbiter/contracts';
import type { Selection } from './replay/select-streams';

export interface ReplayOptions {
  readonly selection: Selection;
  /** every decision is told, not only those that are not equal */
  readonly show: boolean;
  /** the folder of an archive whose streams are replayed as well */
  readonly archive: string | null;
}

export const REPLAY_USAGE = `npm run replay -- --all --verify | --run <id> | --session <id> | --stream <id>
  decides what the log holds again, with the rules of today and without any model or vendor, and compares byte by byte
  --verify  tells only what is not equal (as --all does)
  --show    tells every decision (as the others do)
  --archive FOLDER  reads what npm run archive took out of the log from there`;

/** Throws a terminal error of code `usage` that says what is wrong and how it goes. */
export function readReplayOptions(parameters: readonly string[]): ReplayOptions {
  const values = parse(parameters);
  const selections: Selection[] = [
    ...(values.all ? [{ kind: 'all' as const }] : []),
    ...(values.run === undefined ? [] : [{ kind: 'run' as const, run: values.run }]),
    ...(values.session === undefined ? [] : [{ kind: 'session' as const, session: values.session }]),
    ...(values.stream === undefined ? [] : [{ kind: 'stream' as const, stream: values.stream }]),
  ];
  const [selection, second] = selections;
  if (!selection || second) throw usage(`name one of --all, --run, --session and --stream\n${REPLAY_USAGE}`);
  if (values.show && values.verify) throw usage(`--show and --verify exclude each other\n${REPLAY_USAGE}`);
  return { selection, show: values.show || (!values.verify && selection.kind !== 'all'), archive: values.archive ?? null };
}

export const usage = (message: string) => terminal('usage', message);

function parse(parameters: readonly string[]) {
  const boolean = { type: 'boolean', default: false } as const;
  const string = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], options: { all: boolean, verify: boolean, show: boolean, run: string, session: string, stream: string, archive: string } }).values;
  } catch (error) {
    throw usage(`${(error as Error).message}\n${REPLAY_USAGE}`);
  }
}
