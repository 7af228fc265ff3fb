import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const limitBytes = 16 * 1024 * 1024;
const files = 5;

/**
 * A log file that continues over starts, each with a line that gives its time, so that a death can be read about after
 * the next start. A full one is set aside as `<name>.1`, that one as `<name>.2` and so on; the oldest of five is
 * dropped.
 */
export class RotatingLog {
  private descriptor: number;
  private size = 0;

  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.descriptor = this.open();
  }

  begin(pid: number): void {
    this.write(Buffer.from(`---- begun ${new Date().toISOString()}, process ${pid}\n`));
  }

  /** Synchronous on purpose: a slow disk then slows the writer instead of growing a buffer here. */
  write(chunk: Buffer): void {
    if (this.size > 0 && this.size + chunk.length > limitBytes) {
      closeSync(this.descriptor);
      this.setAside();
      this.descriptor = this.open();
    }
    writeSync(this.descriptor, chunk);
    this.size += chunk.length;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private open(): number {
    const descriptor = openSync(this.path, 'a', 0o600);
    this.size = fstatSync(descriptor).size;
    return descriptor;
  }

  /** From the oldest on: each takes the place of the one before it. */
  private setAside(): void {
    for (let age = files - 1; age > 0; age -= 1) {
      const younger = age === 1 ? this.path : `${this.path}.${age - 1}`;
      if (existsSync(younger)) renameSync(younger, `${this.path}.${age}`);
    }
  }
}
