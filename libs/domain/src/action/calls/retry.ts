import type { ToolDefinition } from '@arbiter/contracts';
import { repeatClassOf } from './repeat-class';

const FIRST_BACKOFF_MILLISECONDS = 200;
const LONGEST_BACKOFF_MILLISECONDS = 30_000;

/** Attempts beyond the tool's limit, only to find out whether an earlier one took effect. */
const SETTLING_ATTEMPTS = 2;

/** EX-22: exponential backoff with full jitter; `draw` from 0 to 1. */
export const backoffMilliseconds = (attempt: number, draw: number): number =>
  Math.floor(draw * Math.min(LONGEST_BACKOFF_MILLISECONDS, FIRST_BACKOFF_MILLISECONDS * 2 ** (attempt - 1)));

/** Attempts that never left this process use up none of the tool's: they are not counted. */
export const attemptLimit = (tool: ToolDefinition, unsettled: boolean): number =>
  tool.maxAttempts + (unsettled && repeatClassOf(tool) !== 'none' ? SETTLING_ATTEMPTS : 0);
