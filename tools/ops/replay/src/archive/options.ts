import { resolve } from 'node:path';
import { readArguments } from '../../../../dev/command-line/command-line.cjs';
import { usage } from '../command';

export type ArchiveOptions =
  | { readonly kind: 'archive'; readonly before: Date; readonly folder: string }
  | { readonly kind: 'verify'; readonly folder: string };

/** The broker keeps a message for seven days, and may bring it again until then. */
const QUIET_DAYS = 8;
const DAY_MILLISECONDS = 86_400_000;
const FOLDER = 'archive';

/** Throws a terminal error of code `usage` with the problem and the usage. */
export function readArchiveOptions(parameters: readonly string[], now = Date.now()): ArchiveOptions {
  const { before, to, verify } = readArguments('archive', parameters).values;
  if ((before === undefined) === (verify === undefined) || (verify !== undefined && to !== undefined))
    throw usage('archive', 'name --before or --verify; --to goes with --before');
  if (verify !== undefined) return { kind: 'verify', folder: resolve(verify) };
  const day = new Date(`${before}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(before!) || Number.isNaN(day.getTime()))
    throw usage('archive', `--before takes a day like 2026-01-31, not "${before}"`);
  const latest = new Date(now - QUIET_DAYS * DAY_MILLISECONDS).toISOString().slice(0, 10);
  if (before! > latest)
    throw usage(
      'archive',
      `--before may be ${latest} at the latest: the broker keeps messages for a week, and one may still come to a stream that ended since`,
    );
  return { kind: 'archive', before: day, folder: resolve(to ?? FOLDER) };
}
