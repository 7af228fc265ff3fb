import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
const POOL = new Uint8Array(BYTES * 512);
let offset = POOL.length;

/** A time-ordered id (UUIDv7); its random bits are drawn five hundred at a time. */
export function newEventId(): string {
  if (offset >= POOL.length) {
    randomFillSync(POOL);
    offset = 0;
  }
  offset += BYTES;
  return v7({ random: POOL.slice(offset - BYTES, offset) });
}
