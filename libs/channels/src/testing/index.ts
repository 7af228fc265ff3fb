export * from './describe-channel';
export * from './harness';
export * from './message-bus';
