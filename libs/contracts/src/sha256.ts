import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

let own = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** SHA-256 of a text in UTF-8, in lower-case hex. */
export const sha256Hex = (text: string): string => own(text);

/** A runtime with a faster implementation sets it here: the two differ only in time (decision 0023). */
export function bringSha256(faster: (text: string) => string): void {
  own = faster;
}
