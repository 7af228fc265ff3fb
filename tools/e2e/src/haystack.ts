import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the needle was found, and what stands around it. */
export interface Find {
  readonly where: string;
  readonly as: string;
  readonly around: string;
}

interface Needle {
  readonly as: string;
  readonly bytes: Buffer;
  readonly anyCase: boolean;
}

const AROUND = 60;
const BASE64_GROUP = 3;

/** Looks for one word wherever it may stand: in clear in any case, and as base64 (at any offset) or hexadecimal. */
export class Haystack {
  readonly finds: Find[] = [];
  /** how much was looked through */
  bytes = 0;
  private readonly needles: readonly Needle[];

  constructor(word: string) {
    const spellings = [word, word.toLowerCase()];
    this.needles = [
      { as: 'clear', bytes: Buffer.from(word.toLowerCase()), anyCase: true },
      ...spellings.map((spelling) => ({ as: 'hexadecimal', bytes: Buffer.from(Buffer.from(spelling).toString('hex')), anyCase: true })),
      ...spellings.flatMap((spelling) => base64Of(spelling).map((text) => ({ as: 'base64', bytes: Buffer.from(text), anyCase: false }))),
    ];
  }

  look(where: string, content: Buffer | string): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.bytes += bytes.length;
    const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
    for (const { as, bytes: needle, anyCase } of this.needles) {
      const at = (anyCase ? lower : bytes).indexOf(needle);
      if (at >= 0) this.finds.push({ where, as, around: bytes.subarray(Math.max(0, at - AROUND), at + AROUND).toString('latin1').replace(/[^ -~]/g, '.') });
    }
  }

  /** Every file below the folder but those below the folders named. What goes away meanwhile held nothing that stays. */
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

/** The characters of its base64 that depend on the word alone, for each place it may have in a group of three bytes. */
function base64Of(word: string): readonly string[] {
  return Array.from({ length: BASE64_GROUP }, (_, offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(word)]);
    const encoded = whole.toString('base64url');
    return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
  });
}
