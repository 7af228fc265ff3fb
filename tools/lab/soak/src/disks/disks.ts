import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownDataFolder } from '@arbiter/stack';
import { SmallDisk } from './small-disk';

const GIBIBYTE = 2 ** 30;

/** The disks that Postgres and NATS write to, each of its own and small enough to be full. */
export interface Disks {
  readonly postgres: SmallDisk;
  readonly nats: SmallDisk;
}

/**
 * Prepares a new data folder so that these servers keep their data on disks of their own; returns the reason where that
 * is not allowed.
 */
export function openDisks(dataFolder: string): Disks | string {
  if (process.getuid?.() !== 0) return 'only root may mount a file system';
  ownDataFolder(dataFolder);
  const folder = join(dataFolder, 'disks');
  mkdirSync(folder, { recursive: true });
  const mounted: SmallDisk[] = [];
  try {
    const mount = (name: string, gibibytes: number): SmallDisk => {
      const disk = SmallDisk.mount(join(folder, name), gibibytes * GIBIBYTE);
      mounted.push(disk);
      return disk;
    };
    const disks = { postgres: mount('postgres', 4), nats: mount('nats', 2) };
    chmodSync(dataFolder, 0o711);
    writeFileSync(join(dataFolder, 'postgres-elsewhere'), disks.postgres.folder);
    symlinkSync(disks.nats.folder, join(dataFolder, 'nats'));
    return disks;
  } catch (error) {
    for (const disk of mounted) disk.close();
    return (error as Error).message;
  }
}

export function closeDisks(disks: Disks | string): void {
  if (typeof disks === 'string') return;
  disks.postgres.close();
  disks.nats.close();
}
