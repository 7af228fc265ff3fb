import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';

/** SHA-256, in hex, of a JSON value's canonical form (RFC 8785): equal values have equal hashes, whatever their key order. */
export const canonicalHash = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(canonicalize(value) ?? 'null')));

/** Whether two JSON values are the same, whatever the order of their keys; cheaper than two hashes. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (isNested(one) && isNested(other) && canonicalize(one) === canonicalize(other));

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
