export * from './api-keys';
export * from './event-stream';
export * from './problem';
export * from './rate-limit';
export * from './run-feed';
export * from './run-view';
export * from './ui-log';
export * from './ui-stream';
