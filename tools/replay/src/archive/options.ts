import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usage } from '../options';

export type ArchiveOptions =
  | { readonly kind: 'archive'; readonly before: Date; readonly folder: string }
  | { readonly kind: 'verify'; readonly folder: string };

/** The broker keeps a message for seven days, and may bring it again until then. */
const QUIET_DAYS = 8;
const DAY_MILLISECONDS = 86_400_000;
const FOLDER = 'archive';

export const ARCHIVE_USAGE = `npm run archive -- --before 2026-01-31 [--to FOLDER] | --verify FOLDER
  writes runs that ended before a day (UTC), with their plans and actions, to files in FOLDER (${FOLDER}) and takes them out of the log
  --verify  reads the files of FOLDER and compares them with its manifest`;

/** Throws a terminal error of code `usage` that says what is wrong and how it goes. */
export function readArchiveOptions(parameters: readonly string[], now = Date.now()): ArchiveOptions {
  const { before, to, verify } = parse(parameters);
  if ((before === undefined) === (verify === undefined) || (verify !== undefined && to !== undefined)) throw usage(ARCHIVE_USAGE);
  if (verify !== undefined) return { kind: 'verify', folder: resolve(verify) };
  const day = new Date(`${before}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(before!) || Number.isNaN(day.getTime())) throw usage(`--before takes a day like 2026-01-31, not "${before}"\n${ARCHIVE_USAGE}`);
  const latest = new Date(now - QUIET_DAYS * DAY_MILLISECONDS).toISOString().slice(0, 10);
  if (before! > latest) throw usage(`--before may be ${latest} at the latest: the broker keeps messages for a week, and one may still come to a stream that ended since`);
  return { kind: 'archive', before: day, folder: resolve(to ?? FOLDER) };
}

function parse(parameters: readonly string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], options: { before: string, to: string, verify: string } }).values;
  } catch (error) {
    throw usage(`${(error as Error).message}\n${ARCHIVE_USAGE}`);
  }
}
