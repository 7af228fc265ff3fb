export * from './perform-effect';
export { retryAfterMilliseconds } from './retry-after';
export * from './tool-runner';
export * from './vendor-places';
