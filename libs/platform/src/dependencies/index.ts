export * from './database-clock';
export * from './dependencies';
export * from './failure';
export * from './growing-pause';
export * from './outage';
export * from './recurrence';
export * from './until-aborted';
export * from './until';
