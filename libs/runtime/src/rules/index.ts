export * from './rules-hash';
