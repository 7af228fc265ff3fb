import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { NONCE_BYTES } from './nonces';

export const TAG_BYTES = 16;

/** A customer's key as values are sealed with it. */
export interface DataKey {
  readonly id: string;
  /** as a key object: a cipher made from raw bytes costs five times as much */
  readonly secret: KeyObject;
}

/** `<key id>.<nonce, body and tag in base64url>`, bound to its context. */
export function sealValue(key: DataKey, nonce: Buffer, context: string, value: unknown): string {
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = cipher.update(JSON.stringify(value), 'utf8');
  cipher.final();
  return `${key.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

/** Stands for a value that another cipher holds: it names no key, and says how many bytes the value's JSON has. */
export const sealedElsewhere = (value: unknown): string => `.${Buffer.byteLength(JSON.stringify(value))}`;

/** How many bytes of JSON a sealed value has, without opening it. */
export function bytesSealedIn(sealed: string): number {
  const keyEnds = sealed.indexOf('.');
  const encoded = sealed.slice(keyEnds + 1);
  return keyEnds === 0 ? Number(encoded) : Math.floor((encoded.length * 3) / 4) - NONCE_BYTES - TAG_BYTES;
}

/** The key that a sealed value names. */
export const keyIdIn = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'));

/** Throws when the value was changed, or sealed for another context. */
export function openValue(key: DataKey, context: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice(key.id.length + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES), undefined, 'utf8');
  decipher.final();
  return JSON.parse(body) as unknown;
}
