export * from './action-codes';
export * from './brief';
export * from './codes';
export * from './copy';
export * from './header';
export * from './labels';
export * from './plan-codes';
export * from './ui-lines';
