import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script, constants } from 'node:vm';

const SUFFIX = '.compiled';
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * One large file of code, and beside it what V8 compiled of it (decisions 0059, 0108). Node's own compile cache holds
 * what it has read for as long as the process lives; here it is let go of once the file is compiled.
 */
export class CompiledFile {
  /** V8 takes what it compiled for any text of the same length: so the text is part of the name. */
  private readonly kept: string;
  private readonly script: Script;

  /** What another Node kept is not taken; without it all is compiled as it is needed. */
  constructor(private readonly file: string) {
    const code = readFileSync(file);
    this.kept = `${file}.${createHash('sha256').update(code).digest('hex').slice(0, 16)}${SUFFIX}`;
    const cachedData = contentOf(this.kept);
    this.script = new Script(Buffer.concat([Buffer.from(WRAPPER[0]), code, Buffer.from(WRAPPER[1])]).toString(), {
      filename: file,
      columnOffset: -WRAPPER[0].length,
      ...(cachedData ? { cachedData } : {}),
      // An old Node lacks it, and is told its age before anything is imported.
      importModuleDynamically: constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  }

  /** As `require` would. */
  run(own: Pick<NodeJS.Module, 'exports'>): void {
    const code = this.script.runInThisContext() as (...given: readonly unknown[]) => void;
    code.call(own.exports, own.exports, createRequire(this.file), own, this.file, dirname(this.file));
  }

  /** Keeps what was compiled until now, in place of what was kept before. */
  keep(): void {
    const folder = dirname(this.file);
    const before = readdirSync(folder).filter((name) => name.startsWith(basename(this.file)) && name.endsWith(SUFFIX));
    const unfinished = `${this.kept}.${process.pid}`;
    writeFileSync(unfinished, this.script.createCachedData());
    for (const name of before) rmSync(join(folder, name), { force: true });
    renameSync(unfinished, this.kept);
  }

  /** Whether what was kept was of use. */
  get wasKept(): boolean {
    return this.script.cachedDataRejected === false;
  }
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
