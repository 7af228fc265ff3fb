export * from './load-meter';
export * from './moves';
export * from './partition';
export * from './partition-table';
export * from './partitions';
