export * from './field-problems';
export * from './intake';
export * from './json-body';
export type * from './pending-fact';
export * from './received-fact';
export * from './request-id';
export * from './run-directory';
