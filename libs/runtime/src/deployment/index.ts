export * from './activate-tenant';
export * from './prepare-database';
