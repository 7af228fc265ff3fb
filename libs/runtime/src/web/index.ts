export * from './allowed-hosts';
export * from './charset';
export * from './field-problems';
export * from './problem';
export * from './request-id';
export * from './stream-places';
export * from './unreadable-request';
export { retryAfterMilliseconds } from '@arbiter/resilience';
