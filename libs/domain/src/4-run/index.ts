export * from './action-outcome';
export * from './begin-step';
export * from './evolve-run';
export * from './next-move';
export * from './run';
export * from './standing';
export * from './streams';
export * from './timers';
