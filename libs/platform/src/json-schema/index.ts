export * from './schema-compiler';
