export * from './playbook-decider';
export * from './playbook-state';
