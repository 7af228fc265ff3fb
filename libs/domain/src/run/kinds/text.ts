import type { StepKind } from '../state/run';
import { PLAIN } from './plain';

/** A text that takes no time: it is there when the steps before it have ended. */
export const TEXT: StepKind = { ...PLAIN, begin: null, speaks: true };
