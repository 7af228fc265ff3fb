export { folded, type Folded } from './folded';
export * from './pseudonyms';
export * from './recognised';
export { loadRecognisers, type Recogniser } from './recognisers';
export * from './shown-values';
