export { AllowedHosts, StreamPlaces, isOfAnotherPage, streamsPerClient } from '@arbiter/platform/adapter';
export * from './channel';
export * from './configuration';
export * from './host';
export * from './post-text';
export * from './rate-limit';
export * from './receiver';
export * from './run-channel';
export * from './same-secret';
