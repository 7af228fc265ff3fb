export * from './compile/built-in-plans';
export * from './compile/compile-plan';
export * from './compile/compile-template';
export * from './compile/rejection';
export * from './plan-decider';
export * from './state/plan-state';
export * from './steps/bindings';
export * from './steps/dependency-order';
