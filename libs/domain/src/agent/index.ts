export * from './agent-decider';
export * from './agent-inputs';
export * from './agent-state';
export * from './agent-stream';
export { ASK_TIMER } from './decide-agent';
export { signatureOf } from './call-signature';
