export * from './perform-effect';
export * from './tool-runner';
export * from './vendor-places';
