import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const limitBytes = 16 * 1024 * 1024;

/** A log file that is set aside as `<name>.1` at every start and whenever it is full: two files at most. */
export class BoundedLog {
  private descriptor: number;
  private size = 0;

  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.descriptor = this.openFresh();
  }

  /** Synchronous on purpose: a slow disk then slows the writer instead of growing a buffer here. */
  write(chunk: Buffer): void {
    if (this.size + chunk.length > limitBytes) {
      closeSync(this.descriptor);
      this.descriptor = this.openFresh();
    }
    writeSync(this.descriptor, chunk);
    this.size += chunk.length;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private openFresh(): number {
    if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`);
    const descriptor = openSync(this.path, 'a', 0o600);
    this.size = fstatSync(descriptor).size;
    return descriptor;
  }
}
