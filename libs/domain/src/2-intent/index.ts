export * from './decide-turn';
export * from './eligible-intents';
export * from './extract-slots';
export * from './session-decider';
export * from './session-input';
export * from './settle-intent';
export * from './verdict';
