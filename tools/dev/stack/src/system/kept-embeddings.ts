import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addEmbeddings, embeddingsBeside, type CopiedEmbedding } from '@arbiter/models';
import { openDatabase, type Database } from '@arbiter/store';

/** 3 KB each; the tenants that come along need some three hundred. */
const MOST = 1_000;

/**
 * The embeddings of artifacts' texts, kept beside the packages. They are the same on every machine, and making them
 * takes a third of the processor time of a first start. Losing them costs that time.
 */
export class KeptEmbeddings {
  private readonly file: string;

  constructor(private readonly packagesFolder: string) {
    this.file = join(packagesFolder, 'embeddings.json');
  }

  /** Copies the kept embeddings into the database. */
  async bring(ownerUrl: string): Promise<void> {
    const kept = this.read();
    if (kept.length > 0) await withDatabase(ownerUrl, (database) => addEmbeddings(database, kept));
  }

  /** Keeps the embeddings of the database; only the latest, when there are too many. */
  async take(ownerUrl: string): Promise<void> {
    const kept = this.read();
    const known = kept.map(({ hash }) => hash);
    const made = await withDatabase(ownerUrl, (database) => embeddingsBeside(database, known));
    if (made.length === 0) return;
    mkdirSync(this.packagesFolder, { recursive: true });
    const unfinished = `${this.file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify([...kept, ...made].slice(-MOST)));
    renameSync(unfinished, this.file);
  }

  private read(): readonly CopiedEmbedding[] {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as CopiedEmbedding[]) : [];
  }
}

async function withDatabase<T>(ownerUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(ownerUrl, 'kept-embeddings', 1);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
