export * from './activate';
export * from './artifact-error';
export * from './bundle-hash';
export * from './load-tenant';
export * from './registry';
