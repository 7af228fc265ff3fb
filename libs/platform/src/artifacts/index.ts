export * from './activate';
export * from './artifact-error';
export * from './artifact-source';
export * from './bundle-hash';
export * from './load-tenant';
export * from './registry';
export * from './shape-problems';
