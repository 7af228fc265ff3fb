export * from './admin-server';
export * from './logging';
export * from './metrics';
export * from './process-metrics';
export * from './trace-parent';
export * from './tracing';
export type * from './tracing-interface';
export * from './trouble';
