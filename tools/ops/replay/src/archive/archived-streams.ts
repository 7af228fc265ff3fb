import type { Category } from '@arbiter/contracts';
import { readArchiveFile, type ArchivedFact, type ArchiveEntry } from './archive-file';
import type { Manifest } from './manifest';

const FILES_HELD = 8;

/** The streams that an archive holds, looked up by name; a few files at a time are held in memory. */
export class ArchivedStreams {
  private readonly held = new Map<string, Promise<ReadonlyMap<string, readonly ArchivedFact[]>>>();

  /** `files`: by stream */
  private constructor(
    private readonly folder: string,
    private readonly files: ReadonlyMap<string, ArchiveEntry>,
  ) {}

  /** Reads, and so verifies, every file. Of a stream that was written twice the later file counts. */
  static async open(manifest: Manifest): Promise<ArchivedStreams> {
    const files = new Map<string, ArchiveEntry>();
    for (const entry of manifest.files)
      for (const { stream } of await readArchiveFile(manifest.folder, entry)) files.set(stream, entry);
    return new ArchivedStreams(manifest.folder, files);
  }

  has(stream: string): boolean {
    return this.files.has(stream);
  }

  /** Of these categories, in the order of their names. */
  of(categories: readonly Category[]): readonly string[] {
    return [...this.files.keys()]
      .filter((stream) => categories.some((category) => stream.startsWith(`${category}-`)))
      .toSorted();
  }

  below(prefix: string): readonly string[] {
    return [...this.files.keys()].filter((stream) => stream.startsWith(prefix)).toSorted();
  }

  /** In the order of their versions; none of a stream that it does not hold. */
  async facts(stream: string): Promise<readonly ArchivedFact[]> {
    const entry = this.files.get(stream);
    return entry ? ((await this.load(entry)).get(stream) ?? []) : [];
  }

  private load(entry: ArchiveEntry): Promise<ReadonlyMap<string, readonly ArchivedFact[]>> {
    const found =
      this.held.get(entry.name) ??
      readArchiveFile(this.folder, entry).then((facts) => Map.groupBy(facts, ({ stream }) => stream));
    this.held.delete(entry.name);
    this.held.set(entry.name, found);
    if (this.held.size > FILES_HELD) this.held.delete(this.held.keys().next().value!);
    return found;
  }
}
