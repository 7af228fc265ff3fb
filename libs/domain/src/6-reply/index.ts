export { OTHER_CODE, RUN_CODES, UNKNOWN_OUTCOME, type CodeMeaning, type RunCode } from './codes';
export { renderHeader } from './header';
export * from './run-decider';
export * from './run-inputs';
