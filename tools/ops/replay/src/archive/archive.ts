import { randomBytes } from 'node:crypto';
import { terminal } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import { checkFolded } from './folded';
import { readArchiveFile, writeArchiveFile } from './archive-file';
import { endedRuns, storedFacts, type EndedRun } from './ended-runs';
import { Manifest } from './manifest';
import { Tombstones } from './tombstones';

const RUNS_AT_ONCE = 200;

/** The totals of an archive. */
export interface Archived {
  runs: number;
  streams: number;
  facts: number;
  files: number;
  bytes: number;
  /** facts that an earlier archive had written and not yet taken out of the log */
  finished: number;
}

export interface ArchiveParts {
  readonly database: Database;
  readonly folder: string;
  readonly tell: (line: string) => void;
  readonly runsAtOnce?: number;
}

/**
 * Takes runs that ended before a day out of the log, with their plans, agents and actions, and keeps them in files.
 *
 * 1. A fact leaves the log after its file was synced, read back and compared and is listed in the manifest, and its
 *    stream has a tombstone.
 * 2. From the tombstone on nothing can be appended to a stream; it is set only while the stream is as it was written.
 * 3. It can be killed at any point and run again: streams with a tombstone are taken out of the log first; streams that
 *    were only written are written again, to another file, and the later one counts.
 * 4. Every read model has folded the facts from before the day: nothing else reads them later.
 * 5. So many runs a file and a transaction: no long transaction, which would stall every reader of the log.
 */
export async function archive(
  before: Date,
  { database, folder, tell, runsAtOnce = RUNS_AT_ONCE }: ArchiveParts,
): Promise<Archived> {
  await checkFolded(database, before);
  const [manifest, tombstones] = [await Manifest.create(folder), new Tombstones(database)];
  const archived: Archived = {
    runs: 0,
    streams: 0,
    facts: 0,
    files: 0,
    bytes: 0,
    finished: await finish(manifest, tombstones),
  };
  for (let after: string | null = 'run-'; after !== null;) {
    const page = await endedRuns(database, before, after, runsAtOnce);
    after = page.next;
    if (page.runs.length === 0) continue;
    await archiveRuns(page.runs, { database, manifest, tombstones, archived });
    tell(`${archived.runs} runs, ${archived.facts} facts archived`);
  }
  return archived;
}

interface Work {
  readonly database: Database;
  readonly manifest: Manifest;
  readonly tombstones: Tombstones;
  readonly archived: Archived;
}

async function archiveRuns(
  runs: readonly EndedRun[],
  { database, manifest, tombstones, archived }: Work,
): Promise<void> {
  const facts = await storedFacts(
    database,
    runs.flatMap(({ streams }) => streams),
  );
  const entry = await writeArchiveFile(manifest.folder, newName(), facts);
  await readArchiveFile(manifest.folder, entry);
  await manifest.add(entry);
  const quiet = await tombstones.set(runs, entry.name);
  const streams = quiet.flatMap((run) => run.streams);
  archived.facts += streams.length === 0 ? 0 : await tombstones.remove(streams);
  archived.runs += quiet.length;
  archived.streams += streams.length;
  archived.files += 1;
  archived.bytes += entry.bytes;
}

/** Takes the streams with a tombstone out of the log, once their file is checked to be whole. */
async function finish(manifest: Manifest, tombstones: Tombstones): Promise<number> {
  let facts = 0;
  for (const { file, streams } of await tombstones.unfinished()) {
    const entry = manifest.files.find(({ name }) => name === file);
    if (!entry)
      throw terminal(
        'another_folder',
        `an archive was begun in another folder: ${file} is not in ${manifest.folder}; name the folder that holds it with --to`,
      );
    const written = Map.groupBy(await readArchiveFile(manifest.folder, entry), ({ stream }) => stream);
    const missing = streams.find(({ stream, lastVersion }) => written.get(stream)?.length !== lastVersion);
    if (missing) throw terminal('archive_broken', `${file} does not hold all of ${missing.stream}`);
    facts += await tombstones.remove(streams);
  }
  return facts;
}

/** By time, and another one for each, also beside other writers. */
const newName = (): string =>
  `facts-${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}.jsonl.gz`;
