export * from './approval';
export * from './playbook';
export * from './run';
export * from './session';
