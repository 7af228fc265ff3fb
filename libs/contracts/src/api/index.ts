export * from './approval';
export * from './link';
export * from './outcome';
export * from './playbook';
export * from './problem';
export * from './received';
export * from './run';
export * from './session';
