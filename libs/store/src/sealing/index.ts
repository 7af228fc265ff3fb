export * from './erasure-notice';
export * from './keyring';
export * from './redaction';
export type * from './sealer';
export { bytesSealedIn, keyIdIn, sealedElsewhere } from './value-cipher';
