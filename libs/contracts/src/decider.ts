import type { ArtifactBundle } from './artifacts';
import type { RecordedOf } from './envelope';
import type { Category, EventName, Fact } from './events';
import type { UiLine } from './ui';

/** What comes in with every decision and is recorded with it, so that the decision can be made again (RT-16). */
export interface DecisionContext {
  /** ISO 8601, UTC */
  readonly now: string;
  /** the stream it is decided in */
  readonly stream: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly artifacts: ArtifactBundle;
  readonly artifactsHash: string;
}

/** An input that did not come over the bus: what an effect brought back, or that a time has come. */
export interface Command {
  readonly name: string;
}

/** A timer of the stream: `key` names it, `at` sets it, null clears it. */
export interface DueChange {
  readonly key: string;
  readonly at: string | null;
}

/** Doing nothing is a result with a closed reason, not an exception. */
export interface Ignored {
  readonly ignored: string;
}

export type Decision = readonly Fact[] | Ignored;
export const isIgnored = (decision: Decision): decision is Ignored => 'ignored' in decision;

/**
 * Everything a stream of one category is: pure and synchronous. The same history and the same inputs always give the
 * same facts, byte for byte.
 */
export interface Decider<State, Input extends { readonly name: string }> {
  readonly category: Category;
  initial(): State;
  evolve(state: State, fact: Fact): State;
  decide(state: State, input: Input, context: DecisionContext): Decision;
  /** the timers a fact sets or clears; rebuildable from the facts alone */
  due?(fact: Fact): readonly DueChange[];
  /** what a fact shows to the person, given the state before it */
  show?(before: State, fact: Fact, context: DecisionContext): readonly UiLine[];
  /** other streams whose latest facts must be taken in before this input is decided */
  lookups?(state: State, input: Input, context: DecisionContext): readonly string[];
  /** what stands in the stream when an input cannot be handled at all */
  skip?(state: State, input: Input, cause: string, context: DecisionContext): readonly Fact[];
}

/** An event of one of these names, as it comes over the bus. */
export type Incoming<N extends EventName> = RecordedOf<N>;

/** A timer went off. */
export interface DueCommand extends Command {
  readonly name: 'due';
  readonly key: string;
}
