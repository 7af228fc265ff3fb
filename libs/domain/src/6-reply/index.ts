export { renderHeader } from './header';
export { withHandoff } from './prose';
export * from './run-decider';
export * from './run-inputs';
