export * from './agent-decider';
export * from './agent-inputs';
export * from './agent-state';
export { ASK_TIMER } from './decide-agent';
export { signatureOf } from './call-signature';
