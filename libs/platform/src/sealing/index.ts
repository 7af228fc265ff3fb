export * from './erasure-notice';
export * from './keyring';
export type * from './sealer';
export { bytesSealedIn, keyIdIn, sealedElsewhere } from './value-cipher';
