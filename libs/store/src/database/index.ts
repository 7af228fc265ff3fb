export { COLUMN_SEPARATOR } from './column-separator';
export * from './database';
export * from './migrate';
export { MIGRATIONS } from './migrations';
export { readSql, statement, type Statement } from './sql';
export type * from './tables';
export * from './patient-client';
