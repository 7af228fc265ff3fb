import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILLER = 'filler';
const SPARE_BYTES = 2 ** 20;
const CHUNK = Buffer.alloc(4_096);
const COMMAND_MILLISECONDS = 30_000;

/**
 * A file system of its own in a file, so that it can be full without filling another. It takes the right to mount.
 * 1. The mounted file system is unmounted by `close`, or at the end of this process, whichever comes first. Its file
 *    stays.
 */
export class SmallDisk {
  private readonly atEnd = (): void => {
    command('umount', '-l', this.folder);
  };

  private constructor(readonly folder: string) {
    process.once('exit', this.atEnd);
  }

  /**
   * The file is sparse: it takes as much room as is written to it. Throws, with nothing left, where mounting is not
   * allowed.
   */
  static mount(folder: string, bytes: number): SmallDisk {
    const image = `${folder}.image`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(image, '');
    truncateSync(image, bytes);
    try {
      must('mkfs.ext4', '-q', '-F', '-m', '0', image);
      must('mount', '-o', 'loop', image, folder);
    } catch (error) {
      rmSync(image);
      throw error;
    }
    return new SmallDisk(folder);
  }

  /** Takes all the room there is. */
  fill(): void {
    const filler = join(this.folder, FILLER);
    const { bavail, bsize } = statfsSync(this.folder);
    must('fallocate', '-l', String(Math.max(CHUNK.length, bavail * bsize - SPARE_BYTES)), filler);
    try {
      for (let written = 0; written <= 2 * SPARE_BYTES; written += CHUNK.length)
        writeFileSync(filler, CHUNK, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
    throw new Error(`${this.folder} did not become full`);
  }

  empty(): void {
    rmSync(join(this.folder, FILLER), { force: true });
  }

  /** Unmounts the disk; its writers have to have ended. */
  close(): void {
    process.off('exit', this.atEnd);
    must('umount', this.folder);
  }
}

const command = (name: string, ...given: readonly string[]) =>
  spawnSync(name, given, { encoding: 'utf8', timeout: COMMAND_MILLISECONDS });

function must(name: string, ...given: readonly string[]): void {
  const { status, stderr, error } = command(name, ...given);
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr.trim()}`);
}
