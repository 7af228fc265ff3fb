export * from './decide-turn';
export * from './delivery';
export * from './eligible-intents';
export * from './open-request';
export * from './queue';
export * from './session-decider';
export * from './session-input';
