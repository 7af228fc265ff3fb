import type { FinalReason, PhasePlace, RecordedOf, TraceEvent } from '@arbiter/contracts';

/** An agent as its trace needs it, between two of its facts. */
export interface TracedAgent {
  readonly opened: RecordedOf<'agent.opened'>;
  /** of the phase that is open or, between two phases, of the next one */
  readonly place: PhasePlace;
  /** since when the phase is open; null: none is */
  readonly since: string | null;
  /** what was told since the last phase ended */
  readonly told: readonly TraceEvent[];
  /** the signature of the call that the latest answer wants */
  readonly wanted: string | null;
  /** why its answer is forced */
  readonly final: FinalReason | null;
}

/** A stretch of time that a span is made of: a phase with what was told in it, or the whole step of an agent. */
export interface Stretch {
  readonly of: 'phase' | 'step';
  /** W3C trace context of the fact that opened the agent */
  readonly traceParent: string | null;
  readonly began: string;
  readonly ended: string;
  readonly told: readonly TraceEvent[];
}

/** One event of a trace, with the stretches that end with it: none, that of its phase, or also that of its step. */
export interface Traced {
  readonly event: TraceEvent;
  readonly ended: readonly Stretch[];
}

export const tracedFrom = (opened: RecordedOf<'agent.opened'>, place: PhasePlace): TracedAgent => ({
  opened,
  place,
  since: null,
  told: [],
  wanted: null,
  final: null,
});
