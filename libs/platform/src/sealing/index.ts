export * from './erasure-notice';
export * from './keyring';
export type * from './sealer';
export { keyIdIn } from './value-cipher';
