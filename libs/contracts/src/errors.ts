import type { WaitedBudget } from './playbook-run';

/**
 * The next move of the caller after a failure: try again later, give up, or look again because another writer was
 * faster.
 */
export type ErrorKind = 'retryable' | 'terminal' | 'conflict';

export class ArbiterError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly details: {
      readonly delayMilliseconds?: number;
      readonly field?: string;
      readonly cause?: unknown;
      /** PL-28: the budget that had no room, where it may have it again */
      readonly budget?: WaitedBudget;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ArbiterError';
  }
}

export const retryable = (code: string, message: string, delayMilliseconds = 1_000, cause?: unknown): ArbiterError =>
  new ArbiterError('retryable', code, message, { delayMilliseconds, cause });

export const terminal = (code: string, message: string, field?: string, cause?: unknown): ArbiterError =>
  new ArbiterError('terminal', code, message, { field, cause });

export const conflict = (code: string, message: string, cause?: unknown): ArbiterError =>
  new ArbiterError('conflict', code, message, { cause });
