export * from './keeping/embed-knowledge';
export * from './keeping/keep-knowledge';
export type * from './ports';
export * from './search/pack-evidence';
export * from './search/postgres-retriever';
export * from './visible-documents';
