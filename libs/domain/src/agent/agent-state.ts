import type { DelegateCalled, EndedCall, EventData, FinalReason, PhasePlace, StepStatus } from '@arbiter/contracts';

/**
 * An agent as its own facts tell it: the one place in which a model may act in a loop (EX-10).
 *
 * G1. An agent opens once and ends once. After its end it asks and calls nothing.
 * G2. It waits for one thing at a time: a model, a call, a delegate, or a person.
 * G3. A model is asked at most `mostAsks` questions, whatever it answers (TP-13). The same question is asked again only
 *     when the process that asked it is gone.
 * G4. A call is made at most once for its signature, and no more calls are made than there are cycles (TP-05, TP-08).
 * G5. A call that is refused costs no cycle. One refusal more than the budget has forces the answer, in which no tool
 *     is offered (TP-10).
 * G6. It is paused only right after the outcome of a call was recorded, and goes on once for each pause, with the phase
 *     that it waits before (TP-17, TP-18).
 * G7. An agent that is cancelled asks no model any more. It ends when its call has its outcome, and never goes on
 *     (TP-19).
 * G8. A delegate has no tool that its delegator or its own profile lacks, and what it takes counts in the budget of its
 *     delegator: G3 to G5 hold for an agent and all that it delegates to together (CP-04).
 */
export type Agent = UnopenedAgent | OpenAgent | EndedAgent;

export interface UnopenedAgent {
  readonly stage: 'unopened';
}

export interface EndedAgent {
  readonly stage: 'ended';
}

export interface OpenAgent {
  readonly stage: 'open';
  readonly begun: EventData<'agent.opened'>;
  readonly place: PhasePlace;
  /** how many different questions a model was asked */
  readonly asks: number;
  /** G8: these too, and the tokens, of its delegates */
  readonly refusals: number;
  readonly tokens: number;
  readonly calls: readonly MadeCall[];
  /** the call of the latest answer, until it is made or refused */
  readonly wanted: Pick<MadeCall, 'tool' | 'signature'> | null;
  readonly waits: AgentWaiting;
  /** G6: the phase that it last waited before; 0 while it never did */
  readonly pausedBefore: number;
  /** G6: a person wants it to wait after the next outcome */
  readonly pausing: boolean;
  /** G7 */
  readonly cancelling: boolean;
  /** for which it waited for models */
  readonly milliseconds: number;
}

/** A call that was made; `running` until its outcome is recorded. */
export interface MadeCall {
  readonly tool: string;
  readonly signature: string;
  readonly status: StepStatus;
  readonly code: string | null;
  /** what it brought; left out while it has brought nothing */
  readonly result?: unknown;
  /** of a delegation: who does it, and what was called for it */
  readonly delegated?: DelegateCalled & { readonly calls: readonly EndedCall[] };
}

/** G2 */
export type AgentWaiting =
  | { readonly for: 'model'; readonly asked: number; readonly final: FinalReason | null; readonly since: string }
  | { readonly for: 'call'; readonly actionId: string }
  | { readonly for: 'delegate' }
  | { readonly for: 'person' };

export const UNOPENED_AGENT: Agent = { stage: 'unopened' };
