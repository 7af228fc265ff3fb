import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { terminal } from '@arbiter/contracts';
import { readArchiveFile, writeDurably, type ArchiveEntry } from './archive-file';

const NAME = 'manifest.json';
const FORMAT = 1;

/** The list of an archive's files. A file counts once it is in this list. */
export class Manifest {
  private constructor(
    readonly folder: string,
    private listed: readonly ArchiveEntry[],
  ) {}

  get files(): readonly ArchiveEntry[] {
    return this.listed;
  }

  /** Makes the folder when it is not there. */
  static async create(folder: string): Promise<Manifest> {
    await mkdir(folder, { recursive: true });
    return (await Manifest.find(folder)) ?? new Manifest(folder, []);
  }

  /** Throws a terminal error when the folder holds no archive. */
  static async open(folder: string): Promise<Manifest> {
    const manifest = await Manifest.find(folder);
    if (!manifest)
      throw terminal('no_archive', `${folder} holds no ${NAME}; name the folder that npm run archive wrote to`);
    return manifest;
  }

  async add(entry: ArchiveEntry): Promise<void> {
    const files = [...this.listed, entry];
    await writeDurably(this.folder, NAME, Buffer.from(`${JSON.stringify({ format: FORMAT, files }, null, 2)}\n`));
    this.listed = files;
  }

  /** Reads every file. Throws a terminal error that names the first one that is not as it was written. */
  async verify(
    tell: (line: string) => void,
  ): Promise<{ readonly files: number; readonly streams: number; readonly facts: number }> {
    for (const [index, entry] of this.listed.entries()) {
      await readArchiveFile(this.folder, entry);
      if ((index + 1) % 100 === 0) tell(`${index + 1} of ${this.listed.length} files verified`);
    }
    const sum = (property: 'streams' | 'facts') => this.listed.reduce((total, entry) => total + entry[property], 0);
    return { files: this.listed.length, streams: sum('streams'), facts: sum('facts') };
  }

  private static async find(folder: string): Promise<Manifest | null> {
    const text = await readFile(join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return null;
    const { format, files } = JSON.parse(text) as { format: number; files: readonly ArchiveEntry[] };
    if (format !== FORMAT)
      throw terminal('no_archive', `${join(folder, NAME)} has format ${format}; this version reads format ${FORMAT}`);
    return new Manifest(folder, files);
  }
}
