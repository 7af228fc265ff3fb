export * from './asks/asker';
export * from './asks/wire';
export type { OnDelta } from './asks/pending-ask';
export type * from './provider';
export * from './registry';
export * from './tiers';
export * from './until-aborted';
export * from './valid-understanding';
