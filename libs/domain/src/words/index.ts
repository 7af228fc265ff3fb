export * from './brief';
export * from './codes';
export * from './copy';
export * from './header';
export * from './labels';
export * from './named-values';
export * from './ui-lines';
