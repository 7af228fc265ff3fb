import type { AgentOf } from './agent';
import type { ArtifactBundle } from './artifacts';
import type { Recorded, RecordedOf } from './envelope';
import type { Category, EventName, Fact } from './events';
import type { UiLine } from './ui';

/** The inputs of every decision that are recorded with it, so that the decision can be made again (RT-16). */
export interface DecisionContext {
  /** ISO 8601, UTC */
  readonly now: string;
  /** the stream it is decided in */
  readonly stream: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly artifacts: ArtifactBundle;
  readonly artifactsHash: string;
  /**
   * the plan and facts that the run is based on; null when the log holds no plan of it, left out where the decider did
   * not ask for it
   */
  readonly provenance?: Provenance | null;
}

/** Steps of a run that are decided together. */
export interface StepsOfRun {
  readonly runId: string;
  readonly stepIds: readonly string[];
  /** PL-18: the plan that the caller claims for the steps: a branch may have several; left out: the latest */
  readonly planHash?: string;
  /** EX-23: the actions by which they were asked for before */
  readonly refused?: readonly string[];
  /** SG-05: the action that is undone; left out where none is */
  readonly undone?: string;
  /** the agent that chose the action; left out where the plan did */
  readonly caller?: AgentOf;
}

/** How an action ended. */
export type ActionEnd = RecordedOf<
  'action.denied' | 'action.rejected' | 'action.succeeded' | 'action.failed' | 'action.unknown' | 'action.cancelled'
>;

/** The facts that steps of a run are based on, as the log records them; the caller's claim has no part in it. */
export interface Provenance {
  readonly plan: Recorded<'plan.accepted'>;
  /** the request that the plan was made for */
  readonly request: Recorded<'run.requested'>;
  /** the bundle the run is pinned to */
  readonly artifacts: ArtifactBundle;
  /**
   * how the actions ended that the steps come after, as far as they have, those by which they were asked for before,
   * and the one that is undone
   */
  readonly ends: readonly ActionEnd[];
  /** the recorded values that models wrote or found and that the steps use */
  readonly filled?: readonly RecordedOf<'step.completed'>[];
  /** SG-05: why the run stopped, by its own facts; left out where nothing is undone */
  readonly stops?: readonly RunStop[];
  /** what became of the action that is undone, where its end had left that open */
  readonly settled?: RecordedOf<'action.settled'>;
  /**
   * what the agent of the step did before, in order, and after it each delegate down to the one that calls; left out
   * where no agent does
   */
  readonly agents?: readonly (readonly AgentFact[])[];
  /** for the branch of an object: `plan` is the plan for that object, from the plan of the whole run */
  readonly branch?: BranchProvenance;
}

/** A cancel of a run, or the end of a step that did not end well. */
export type RunStop = RecordedOf<'run.cancelling' | 'step.completed' | 'segment.completed'>;

/** Whether a fact of a run may be why it stopped: a step that ended well stopped nothing. */
export const isRunStop = (fact: RecordedOf<EventName>): fact is RunStop =>
  fact.name === 'run.cancelling' ||
  fact.name === 'segment.completed' ||
  (fact.name === 'step.completed' && fact.data.status !== 'completed');

/** What an agent was given, what a model answered it, the calls that it made, and how those of delegates ended. */
export type AgentFact = RecordedOf<
  'agent.opened' | 'agent.answered' | 'action.requested' | 'agent.requested' | 'agent.call_ended'
>;

/** The run of a branch, its object, and the reads that the object was selected from. */
export interface BranchProvenance {
  readonly plan: Recorded<'plan.accepted'>;
  readonly object: string;
  /** how the reads ended that its object was chosen from */
  readonly reads: readonly ActionEnd[];
  /** PL-18: how its plan was revised so far, in order */
  readonly revisions: readonly RevisionProvenance[];
}

/**
 * One revision of a branch, and the end of the step that it was requested after; null when the log holds no such end.
 */
export interface RevisionProvenance {
  readonly accepted: Recorded<'revision.accepted'>;
  readonly failure: ActionEnd | null;
}

/**
 * The plan of a branch, from the whole plan, the results of its reads and its revisions; null when the plan has no such
 * branch.
 */
export type DeriveBranch = (
  whole: Recorded<'plan.accepted'>,
  branchId: string,
  reads: readonly ActionEnd[],
  bundle: ArtifactBundle,
  revisions: readonly RevisionProvenance[],
) => { readonly plan: Recorded<'plan.accepted'>; readonly branch: BranchProvenance } | null;

/** An input that did not come over the bus: the result of an effect, or a timer that is due. */
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
  /** the lines that a fact shows to the person, given the state before it */
  show?(before: State, fact: Fact, context: DecisionContext): readonly UiLine[];
  /** other streams whose latest facts must be taken in before this input is decided */
  lookups?(state: State, input: Input, context: DecisionContext): readonly string[];
  /** the steps whose provenance must be loaded before this input is decided; null: it needs none */
  provenance?(state: State, input: Input): StepsOfRun | null;
  /** the customer whose facts a stream holds, where that is not the customer of the cause */
  owner?(stream: string): string;
  /** the facts for an input that cannot be handled at all */
  skip?(state: State, input: Input, cause: string, context: DecisionContext): readonly Fact[];
}

/** An event of one of these names, as it comes over the bus. */
export type Incoming<N extends EventName> = RecordedOf<N>;

/** A timer went off. */
export interface DueCommand extends Command {
  readonly name: 'due';
  readonly key: string;
}
