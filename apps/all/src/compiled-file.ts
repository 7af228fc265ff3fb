import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script, constants } from 'node:vm';

const SUFFIX = '.compiled';
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * One large file of code, and beside it the code that V8 compiled from it (decisions 0059, 0052). Node's own compile
 * cache keeps its content in memory for as long as the process lives; here it is released once the file is compiled.
 */
export class CompiledFile {
  /** V8 accepts compiled code for any text of the same length, so a hash of the text is part of the name. */
  private readonly kept: string;
  private readonly script: Script;

  /** Compiled code of another version of Node is rejected; without it everything is compiled as it is needed. */
  constructor(private readonly file: string) {
    const code = readFileSync(file);
    this.kept = `${file}.${createHash('sha256').update(code).digest('hex').slice(0, 16)}${SUFFIX}`;
    const cachedData = contentOf(this.kept);
    this.script = new Script(Buffer.concat([Buffer.from(WRAPPER[0]), code, Buffer.from(WRAPPER[1])]).toString(), {
      filename: file,
      columnOffset: -WRAPPER[0].length,
      ...(cachedData ? { cachedData } : {}),
      // An old Node lacks it; such a Node is reported as too old before anything is imported.
      importModuleDynamically: constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  }

  /** Runs the file as `require` would. */
  run(own: Pick<NodeJS.Module, 'exports'>): void {
    const code = this.script.runInThisContext() as (...given: readonly unknown[]) => void;
    code.call(own.exports, own.exports, createRequire(this.file), own, this.file, dirname(this.file));
  }

  /** Stores the code that is compiled so far, in place of the stored one. */
  keep(): void {
    const folder = dirname(this.file);
    const before = readdirSync(folder).filter((name) => name.startsWith(basename(this.file)) && name.endsWith(SUFFIX));
    const unfinished = `${this.kept}.${process.pid}`;
    writeFileSync(unfinished, this.script.createCachedData());
    for (const name of before) rmSync(join(folder, name), { force: true });
    renameSync(unfinished, this.kept);
  }

  /** Whether the stored code was used. */
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
