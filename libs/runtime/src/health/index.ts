export * from './alarm';
export * from './dependency-probes';
export * from './service-health';
