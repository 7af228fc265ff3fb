export type * from './append';
export * from './codec';
export * from './due';
export { newEventId } from './event-id';
export * from './event-outbox';
export * from './event-store';
export * from './log-reader';
export type { OpeningDays } from './opening-days';
export * from './provenance-reader';
