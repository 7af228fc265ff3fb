export * from './canonical-hash';
export * from './language';
export * from './1-turn';
export * from './2-intent';
export * from './3-plan';
export * from './4-run';
export * from './5-action';
export * from './6-reply';
