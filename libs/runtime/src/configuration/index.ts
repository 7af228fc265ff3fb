export * from './configuration';
export * from './default-tenant';
