import type { Command, DueCommand, EventData, Proposal } from '@arbiter/contracts';
import type { AgentMove, RunEvent } from './state/streams';

/** The prose that was asked for came back, or did not. */
export interface ReplyAnswered extends Command {
  readonly name: 'reply.answered';
  readonly stepId: string;
  readonly attempt: number;
  readonly proposal: Proposal;
  /** how many pieces of it were shown while it was written */
  readonly segments: number;
}

/** The knowledge's answer to a step's query came back, or failed. */
export interface RetrievalAnswered extends Command {
  readonly name: 'retrieval.answered';
  readonly stepId: string;
  readonly proposal: Proposal;
}

/** A model's answer for a slot came back, or failed. */
export interface SlotAnswered extends Command {
  readonly name: 'slot.answered';
  readonly stepId: string;
  /** which time of asking it answers */
  readonly asked: number;
  readonly proposal: Proposal;
}

/** The agent of a step ended. */
export interface AgentEnded extends Command {
  readonly name: 'agent.ended';
  readonly stepId: string;
  readonly of: EventData<'agent.completed'>;
}

/** The agent of a step came a little further. */
export interface AgentMoved extends Command {
  readonly name: 'agent.moved';
  readonly stepId: string;
  readonly of: AgentMove;
}

/** What a step asked for came back, or did not. */
export type StepAnswer = ReplyAnswered | RetrievalAnswered | SlotAnswered | AgentEnded | AgentMoved;

export type RunInput = RunEvent | StepAnswer | DueCommand;
