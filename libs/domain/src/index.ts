export { lapseSeconds, lapsesAt } from './asking-again';
export * from './canonical-hash';
export * from './language';
export * from './words';
export * from './prose';
export * from './session';
export * from './plan';
export * from './run';
export * from './action';
