import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSmallLetters, spellingsOf, type Spelling } from './spellings';

/** Where the secret was found, with the text around it. */
export interface Find {
  readonly where: string;
  readonly as: string;
  readonly around: string;
}

const AROUND = 60;

/** Searches for one word in every place and every spelling. */
export class LeakSearch {
  readonly finds: Find[] = [];
  /** how much was looked through */
  bytes = 0;
  private readonly spellings: readonly Spelling[];

  constructor(word: string) {
    this.spellings = spellingsOf(word);
  }

  look(where: string, content: Buffer | string): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.bytes += bytes.length;
    const small = inSmallLetters(bytes);
    for (const { as, bytes: secret, anyCase } of this.spellings) {
      const at = (anyCase ? small : bytes).indexOf(secret);
      if (at >= 0)
        this.finds.push({
          where,
          as,
          around: bytes
            .subarray(Math.max(0, at - AROUND), at + AROUND)
            .toString('latin1')
            .replace(/[^ -~]/g, '.'),
        });
    }
  }

  /** Every file below the folder, except below the named folders. A file that disappears meanwhile kept nothing. */
  lookInFolder(folder: string, without: readonly string[] = []): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !without.includes(entry.name)) this.lookInFolder(path, without);
      if (entry.isFile()) this.look(path, readIfThere(path));
    }
  }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
