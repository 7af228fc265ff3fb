import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { terminal } from '@arbiter/contracts';

/** A fact as the log holds it, the envelope byte for byte, its personal values sealed; one a line. */
export interface ArchivedFact {
  readonly stream: string;
  readonly version: number;
  readonly transactionId: string;
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly recordedAt: string;
  readonly envelope: string;
  readonly decision: string | null;
  readonly dedupeKey: string | null;
}

/** A file as the manifest names it. */
export interface ArchiveEntry {
  readonly name: string;
  /** of the file as it is, compressed, in hex */
  readonly sha256: string;
  readonly bytes: number;
  readonly streams: number;
  readonly facts: number;
  /** when its first and its last fact were recorded */
  readonly first: string;
  readonly last: string;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Writes and syncs a file of JSON lines, gzip; it has its name only once it is whole. `facts`: at least one, by stream
 * and version.
 */
export async function writeArchiveFile(
  folder: string,
  name: string,
  facts: readonly ArchivedFact[],
): Promise<ArchiveEntry> {
  const bytes = await compress(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
  await writeDurably(folder, name, bytes);
  return entryOf(name, bytes, facts);
}

/** Reads a file back. Throws a terminal error that names it when it does not match the manifest. */
export async function readArchiveFile(folder: string, entry: ArchiveEntry): Promise<readonly ArchivedFact[]> {
  const bytes = await readFile(join(folder, entry.name)).catch((cause: unknown) =>
    fail(entry, 'cannot be read', cause),
  );
  if (hashOf(bytes) !== entry.sha256) fail(entry, 'is not the file that was written: its SHA-256 differs');
  const text = (await decompress(bytes).catch((cause: unknown) => fail(entry, 'cannot be unpacked', cause))).toString(
    'utf8',
  );
  const facts = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ArchivedFact);
  const found = entryOf(entry.name, bytes, facts);
  const different = (Object.keys(found) as (keyof ArchiveEntry)[]).find(
    (property) => found[property] !== entry[property],
  );
  if (different) fail(entry, `has ${different} ${found[different]}, the manifest says ${entry[different]}`);
  return facts;
}

/** Writes bytes under a name that appears only when they are on the disk. */
export async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(folder, `${name}.unfinished`);
  const file = await open(unfinished, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function entryOf(name: string, bytes: Uint8Array, facts: readonly ArchivedFact[]): ArchiveEntry {
  const times = facts.map(({ recordedAt }) => recordedAt).toSorted();
  return {
    name,
    sha256: hashOf(bytes),
    bytes: bytes.length,
    streams: new Set(facts.map(({ stream }) => stream)).size,
    facts: facts.length,
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function fail(entry: ArchiveEntry, what: string, cause?: unknown): never {
  throw terminal('archive_broken', `${entry.name} ${what}`, undefined, cause);
}
