import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run';
import { Apt } from './apt';

export interface Unpacked {
  /** The root of the package's own paths. */
  root: string;
  libraryPath: string;
}

const unpackTimeout = 60_000;
const libraryRounds = 4;

/**
 * The Debian package with the libraries this machine lacks, unpacked under `packagesFolder` without installing: no
 * maintainer script runs, nothing outside the folder changes. A complete folder is used as it is. `binaries` are the
 * executables' paths in it, `companions` further packages that it needs besides libraries. Throws an Error with the
 * reason when it cannot be had.
 */
export async function unpackedPackage(
  packagesFolder: string,
  name: string,
  binaries: string[],
  fetching: (text: string) => void,
  companions: readonly string[] = [],
): Promise<Unpacked> {
  const final = join(packagesFolder, name);
  if (!existsSync(join(final, 'complete'))) {
    const apt = await Apt.open(packagesFolder);
    fetching(`fetching Debian's ${name}`);
    const work = mkdtempSync(join(packagesFolder, `.${name}-`));
    try {
      await fill(work, [name, ...companions], binaries, apt);
      putInPlace(work, final);
    } finally {
      apt.close();
      rmSync(work, { recursive: true, force: true });
    }
  }
  return { root: final, libraryPath: libraryFolders(final).join(':') };
}

async function fill(work: string, names: string[], binaries: string[], apt: Apt): Promise<void> {
  let fresh = names;
  const fetched = new Set<string>();
  for (let round = 0; round < libraryRounds && fresh.length > 0; round += 1) {
    await apt.download(fresh, work);
    for (const archive of readdirSync(work).filter((entry) => entry.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', join(work, archive), work], { timeoutMilliseconds: unpackTimeout });
      rmSync(join(work, archive));
    }
    fresh.forEach((each) => fetched.add(each));
    if ((await missingLibraries(work, binaries)).length === 0) break;
    fresh = (await apt.libraryDependencies(fresh)).filter((each) => !fetched.has(each));
  }
  const missing = await missingLibraries(work, binaries);
  if (missing.length > 0)
    throw new Error(`${names[0]} needs ${missing.join(', ')}, which no package it depends on brought`);
  writeFileSync(join(work, 'complete'), [...fetched].join('\n'));
}

/** `postgresql-15`, say, for `postgresql`: the one that is unpacked already, else the one that Debian has now. */
export async function versionedPackage(packagesFolder: string, name: string): Promise<string> {
  const pattern = new RegExp(`^${name}-\\d+$`);
  const unpacked = existsSync(packagesFolder)
    ? readdirSync(packagesFolder).find((entry) => pattern.test(entry))
    : undefined;
  if (unpacked !== undefined) return unpacked;
  const apt = await Apt.open(packagesFolder);
  try {
    return await apt.versioned(name);
  } finally {
    apt.close();
  }
}

/** Another start may have been faster: its copy is as good as ours. */
function putInPlace(work: string, final: string): void {
  try {
    renameSync(work, final);
  } catch (error) {
    if (!existsSync(join(final, 'complete'))) throw error;
  }
}

async function missingLibraries(root: string, binaries: string[]): Promise<string[]> {
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: libraryFolders(root).join(':') };
  const missing = new Set<string>();
  for (const binary of binaries) {
    const file = join(root, binary);
    if (!existsSync(file)) throw new Error(`the package has no ${binary}`);
    if (!isDynamic(file)) continue;
    const listing = await run('ldd', [file], { environment, timeoutMilliseconds: 10_000 });
    for (const [, library] of listing.matchAll(/^\s*(\S+) => not found/gm)) missing.add(library as string);
  }
  return [...missing];
}

/** ldd fails on a static program, such as Go's; a dynamic one names its interpreter. */
function isDynamic(file: string): boolean {
  return readFileSync(file).subarray(0, 4_096).includes('/ld-');
}

/**
 * With the folders inside them that hold libraries of their own (`pulseaudio`, say): the packages expect these where
 * they are installed.
 */
function libraryFolders(root: string): string[] {
  const folders: string[] = [];
  for (const base of ['usr/lib', 'lib']) {
    const folder = join(root, base);
    if (!existsSync(folder)) continue;
    const inner = readdirSync(folder)
      .filter((entry) => entry.includes('-linux-gnu'))
      .map((entry) => join(folder, entry));
    folders.push(...inner, ...inner.flatMap(privateFolders));
  }
  return folders;
}

const privateFolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter(holdsLibraries);

const holdsLibraries = (folder: string): boolean =>
  readdirSync(folder).some((file) => /^lib.*\.so(\.|$)|-[\d.]+\.so$/.test(file));
