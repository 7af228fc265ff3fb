export * from './agent-decider';
export * from './agent-inputs';
export * from './agent-state';
export { signatureOf } from './call-signature';
