import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Bytes. Two workers hold 150 MB at a time; the processes of a run need more beside it. */
const ROOM = 2 * 2 ** 30;
const MEMORY = 6 * 2 ** 30;

/**
 * The throw-away data of a test run is in memory where there is plenty: a disk is slow at thousands of small files that
 * are made and deleted.
 */
export class ThrowawayFolder {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'arbiter-tests-'));
    // Postgres refuses to run as root, and as another user it must get to its folder.
    chmodSync(this.path, 0o755);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function hasRoomInMemory(): boolean {
  if (process.env['TMPDIR'] || !runsFromMemory()) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM && process.availableMemory() >= MEMORY;
}

/** Tests unpack programs and run them, which some containers forbid there. */
function runsFromMemory(): boolean {
  if (process.platform !== 'linux') return false;
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return mounts.some(
    ([, place, kind, options = '']) =>
      place === IN_MEMORY && kind === 'tmpfs' && !options.split(',').includes('noexec'),
  );
}
