import type { ToolOutcome } from '@arbiter/contracts';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';

export const FAILURES_IN_A_ROW = 10;
const REST_MILLISECONDS = 5_000;
/** Between two looks whether the probe is back. */
const PROBE_MILLISECONDS = 100;

/**
 * Keeps calls away from a vendor that does not answer. After ten failures in a row nothing is sent for five seconds;
 * then one call tries, and the others wait for what it finds.
 */
export class Breaker {
  private readonly circuit = circuitBreaker(handleAll, {
    halfOpenAfter: REST_MILLISECONDS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  private restsUntil = 0;
  private isOpen = false;
  private isProbing = false;

  constructor(onBreak: () => void) {
    this.circuit.onBreak(() => {
      this.isOpen = true;
      this.restsUntil = Date.now() + REST_MILLISECONDS;
      onBreak();
    });
    this.circuit.onReset(() => (this.isOpen = false));
  }

  /** A call that may be made, and how to say that it is over; else how many milliseconds it waits. */
  admit(): (() => void) | number {
    if (!this.isOpen) return () => undefined;
    const rest = this.restsUntil - Date.now();
    if (rest > 0) return rest;
    if (this.isProbing) return PROBE_MILLISECONDS;
    this.isProbing = true;
    return () => (this.isProbing = false);
  }

  /** What a call brought; the circuit has changed when it resolves. */
  async heard(outcome: ToolOutcome): Promise<void> {
    const verdict = verdictOf(outcome);
    if (verdict === null) return;
    await this.circuit.execute(() => (verdict === 'out' ? Promise.reject(OUT) : undefined)).catch(() => undefined);
  }
}

const OUT = new Error('the vendor does not answer');

/** null: it says nothing about the vendor. */
function verdictOf(outcome: ToolOutcome): 'up' | 'out' | null {
  switch (outcome.kind) {
    case 'response':
      // One that asks to be called later is there, and is called later.
      return outcome.status >= 500 && outcome.retryAfterMilliseconds === null ? 'out' : 'up';
    case 'not_sent':
      return outcome.code === 'deadline_passed' ? null : 'out';
    case 'no_response':
      return 'out';
    case 'refused':
      return null;
  }
}
