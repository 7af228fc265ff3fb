import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDataFolder } from '@arbiter/stack';
import { closeDisks, openDisks } from './disks';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-disks-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const isMounted = (): boolean => readFileSync('/proc/mounts', 'utf8').includes(dataFolder);

it('a disk takes nothing while it is full, each for itself, and leaves no mount; or it is said why there is none', () => {
  const disks = openDisks(dataFolder);
  if (typeof disks === 'string') return expect([disks.length > 0, isMounted()]).toEqual([true, false]);
  try {
    const write = (): void => writeFileSync(join(disks.postgres.folder, 'file'), Buffer.alloc(8_192));
    disks.postgres.fill();
    expect(write).toThrow('ENOSPC');
    expect(() => writeFileSync(join(dataFolder, 'nats', 'file'), 'text')).not.toThrow();
    disks.postgres.empty();
    expect(write).not.toThrow();
  } finally {
    closeDisks(disks);
  }
  expect(isMounted()).toBe(false);
});

it('where one cannot be made the other goes as well, and it is said why', () => {
  ownDataFolder(dataFolder);
  mkdirSync(join(dataFolder, 'disks', 'nats.image'), { recursive: true });
  expect(openDisks(dataFolder)).toMatch(/nats\.image|only root/);
  expect(isMounted()).toBe(false);
});
