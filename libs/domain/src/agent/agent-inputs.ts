import type { Command, DueCommand, Incoming, PersonalValues, Values } from '@arbiter/contracts';

/** A call as a model wrote it; null arguments: they cannot be read. */
export interface WrittenCall {
  readonly tool: string;
  readonly args: Values | null;
}

/** The answer of a model, up to the end of its first whole call (TP-02). */
export type AgentAnswer =
  | {
      readonly kind: 'step';
      readonly words: string;
      readonly call: WrittenCall | null;
      /** TP-03 */
      readonly ignoredCalls: number;
      readonly tokens: number;
      readonly provider: string;
      readonly model: string;
      /** AG-08: the values of the tokens in it */
      readonly personal?: PersonalValues;
    }
  | { readonly kind: 'failure'; readonly code: string };

/** A model's answer came back, or did not. */
export interface AgentHeard extends Command {
  readonly name: 'agent.heard';
  readonly ask: number;
  /** which time of asking it answers */
  readonly asked: number;
  readonly answer: AgentAnswer;
}

export type AgentInput =
  | Incoming<
      | 'agent.requested'
      | 'agent.cancel_requested'
      | 'agent.completed'
      | 'agent.pause_received'
      | 'agent.resume_received'
      | 'action.denied'
      | 'action.rejected'
      | 'action.succeeded'
      | 'action.failed'
      | 'action.unknown'
      | 'action.cancelled'
    >
  | AgentHeard
  | DueCommand;
