export * from './bindings';
export * from './built-in-plans';
export * from './compile-plan';
export * from './compile-template';
export * from './dependency-order';
export * from './plan-decider';
export * from './rejection';
export * from './render-copy';
