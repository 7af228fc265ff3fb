export * from './assemble';
export type * from './draft';
export * from './embedded';
export * from './estimate';
export * from './projected';
