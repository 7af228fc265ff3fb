import { randomFillSync } from 'node:crypto';

export const NONCE_BYTES = 12;
const NONCES_AT_ONCE = 1024;

/**
 * Random nonces, drawn a thousand at a time: one system call for all of them. Each keyring has its own, so that no two
 * seal with the same nonce.
 */
export class Nonces {
  private readonly drawn = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE);
  private offset = NONCE_BYTES * NONCES_AT_ONCE;

  next(): Buffer {
    if (this.offset >= this.drawn.length) {
      randomFillSync(this.drawn);
      this.offset = 0;
    }
    const nonce = Buffer.from(this.drawn.subarray(this.offset, this.offset + NONCE_BYTES));
    this.offset += NONCE_BYTES;
    return nonce;
  }
}
