import type { Ask } from '@arbiter/models';

/** How one attempt of one call ended; `stopped`: its answer was used up to its first whole call, and closed (TP-02). */
export type CallOutcome = 'answered' | 'stopped' | 'failed' | 'timed_out' | 'invalid' | 'abandoned' | 'refused';

/** PV-05, TL-14: one attempt of a call to one provider, without any words of it. Null is unknown, not nothing. */
export interface ModelCall {
  readonly callId: string;
  /** ISO 8601, UTC */
  readonly startedAt: string;
  readonly tenant: string;
  readonly runId: string | null;
  readonly stepId: string | null;
  readonly actionId: string | null;
  readonly askId: string;
  /** where to find the turn it was made for */
  readonly traceId: string | null;
  readonly purpose: Ask['purpose'];
  /** the kind of work (PV-02) */
  readonly class: string | null;
  readonly tier: string;
  /** CP-12: the tier that was wished for; another one than `tier` was granted by policy */
  readonly wished: string | null;
  readonly provider: string;
  readonly model: string;
  /** from 1, over all providers that were asked for one answer */
  readonly attempt: number;
  readonly milliseconds: number;
  readonly inputCharacters: number;
  readonly outputCharacters: number;
  readonly inputTokens: number | null;
  /** the input tokens that the provider had cached */
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
  /** whether the tokens are our own count, as the answer was stopped before the provider said */
  readonly isEstimated: boolean;
  /** millionths of a US dollar */
  readonly microdollars: number | null;
  /** whether something was reserved for it that is to be settled */
  readonly isReserved: boolean;
  readonly outcome: CallOutcome;
  /** the code of the failure */
  readonly failure: string | null;
}

export interface Meter {
  record(call: ModelCall): void;
}

/** A meter that passes every call to each of these. */
export const allOf = (...meters: readonly Meter[]): Meter => ({
  record: (call) => meters.forEach((meter) => meter.record(call)),
});
