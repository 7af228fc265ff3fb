import type { Ask } from '@arbiter/platform';

/** How one call of one provider ended. */
export type CallOutcome = 'answered' | 'failed' | 'timed_out' | 'invalid' | 'abandoned';

/** PV-05: one call of one provider, without anything of what was said. */
export interface ModelCall {
  readonly tenant: string;
  readonly askId: string;
  /** where to find the turn it was made for */
  readonly traceId: string | null;
  readonly purpose: Ask['purpose'];
  readonly tier: string;
  readonly provider: string;
  readonly model: string;
  readonly milliseconds: number;
  readonly inputCharacters: number;
  readonly outputCharacters: number;
  readonly outcome: CallOutcome;
  /** the code of what went wrong */
  readonly failure: string | null;
}

export interface Meter {
  record(call: ModelCall): void;
}
