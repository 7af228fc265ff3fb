import {
  stepOrigin,
  withPersonalValues,
  type ArtifactBundle,
  type BranchOf,
  type Decision,
  type DecisionContext,
  type Delivery,
  type DueChange,
  type EndedCall,
  type EventData,
  type Evidence,
  type ExecutionHeader,
  type Fact,
  type Grants,
  type HeaderStep,
  type PauseReason,
  type PersonalValues,
  type PhasePlace,
  type Plan,
  type PlanStep,
  type Question,
  type RunStatus,
  type StepOf,
  type StepOrigin,
  type Tagged,
  type UiLine,
  type Values,
  type WrittenBy,
} from '@arbiter/contracts';
import type { StepAnswer } from '../run-inputs';
import type { Branches, SweepStep } from './branch';
import type { PlanOrigin, Revisions } from './revisions';

/**
 * A run as its own facts tell it.
 *
 * R1. A run opens once and ends once (EV-04).
 * R2. A step that acts begins once: its start is its action.requested, or the segment.requested that hands it over, and
 *     a step with a record is never requested again (EX-04). One that comes back from a segment was not done: it has no
 *     record any more.
 * R3. A step ends once: an outcome of a step that has ended, or never began, is ignored (C11).
 * R4. Once a run is cancelled or broken it begins no further step, and it ends when nothing is in flight or when the
 *     time it gives its actions is over (EX-06, EX-20).
 * R5. Prose is asked for only when nothing is in flight: the header in front of it is final (ER-01).
 * R6. A run that replaces another begins nothing, and does not end, before that one has ended and its effects are
 *     known. After FOLLOW_PATIENCE_MILLISECONDS it gives up, having begun nothing.
 * R8. The branch of an object begins once, by the branch.requested that names it, and is recorded once. No more
 *     branches are under way than the plan allows, and their step ends when all of them have. Once a run is stopped
 *     none begins.
 * R9. A branch waits for one revision of its plan at a time, and begins nothing meanwhile. A step that a revision
 *     removed neither comes back nor is forgotten: its effects stay.
 * R10. A step that was refused without any effect has no record. It is requested again under another name once the run
 *     goes on; until then the run begins nothing. A run is paused when nothing of it can go on by itself, and goes on
 *     once for each pause.
 * R11. A stopped run that has done something its plan says how to undo, and does not keep, undoes it before it ends: a
 *      step after everything that came after it, once. It waits for what is in flight as long as that may have to be
 *      undone. What may still stand keeps what it stands on.
 * R7. After its end a run begins nothing but an undo (R11). A step that was in flight then still ends, once. When the
 *     last of them has ended, that is reported, once. What becomes known of a step that ended as unknown is reported as
 *     well, once for each step, and not before the run has ended.
 */
export type Run = UnopenedRun | OpenRun | EndedRun;

/** What a run asks of a kind of step: the one place where that kind is known. */
export interface StepKind<S extends PlanStep = PlanStep> {
  /** it calls a tool through the gateway */
  readonly acts: boolean;
  /** its text follows below the header, and can be said without a result that is missing */
  readonly speaks: boolean;
  /** the text is a sentence of the tenant's, in its own words or a model's */
  readonly hasSentence: boolean;
  /** PL-22: the sentence is sent ahead when an action waits for it */
  readonly announces: boolean;
  /** R5: it begins when nothing else is under way */
  readonly isLast: boolean;
  /** PL-16: the object of a branch is held when it fails */
  readonly holds: boolean;
  /** the facts of its beginning; null: it takes no time and leaves no fact, it ends when the steps before it have */
  readonly begin: ((run: OpenRun, planned: Planned, step: S, context: DecisionContext) => readonly Fact[]) | null;
  /** the run after a fact about the step */
  evolve(run: OpenRun, fact: Fact): OpenRun;
  /** what is decided upon an answer; null: it waits for none of that name */
  hear(run: OpenRun, step: S, answer: StepAnswer, context: DecisionContext): Decision | null;
  /** the timers that a fact sets or clears; kinds with the same timer have the same function */
  timers(fact: Fact): readonly DueChange[];
  /** what is decided when a timer goes off, `steps` being all of the kind; null: it is no timer of theirs */
  due(run: OpenRun, key: string, steps: readonly S[], context: DecisionContext): Decision | null;
  /** EX-26: ISO 8601, until when a run that is silent is left alone */
  patience(run: OpenRun, stepId: string): readonly string[];
  /** R4: what a stop waits for */
  atStop(run: OpenRun, stepId: string): 'to_withdraw' | 'withdrawn' | 'over';
  withdraw(run: OpenRun, stepIds: readonly string[]): readonly Fact[];
  /** its part of the reply; empty: none */
  says(run: OpenRun, planned: Planned, step: S, bundle: ArtifactBundle): string;
  /** what a run says instead that ends with this step and did nothing; null: what any run does */
  saysAtStop(run: OpenRun, planned: Planned, step: S, bundle: ArtifactBundle): string | null;
  /** what its completion shows to the person */
  lines(step: S, result: unknown, bundle: ArtifactBundle): readonly UiLine[];
  /** what its result adds to its line of the header */
  inHeader(result: unknown): Partial<HeaderStep>;
  /** the lines of the header below its own, also where it did not end well */
  underHeader(step: S, record: StepRecord, bundle: ArtifactBundle): readonly HeaderStep[];
  /** the calls that it made itself and that have their outcome; null: it makes none */
  calls(record: StepRecord): readonly EndedCall[] | null;
  /** EV-10: the phase that its work has come to; null: it has no phases of its own */
  place(record: StepRecord): PhasePlace | null;
  /** the passages in its result; null: it is no search, and nothing in its result counts as evidence */
  readonly evidence: ((result: unknown) => readonly Evidence[]) | null;
}

/** The kinds of step, by the type of the step. */
export type StepKinds = { readonly [T in PlanStep['type']]: StepKind<StepOf<T>> };

/** What a run is asked with, and what is not stored of it. */
interface Known {
  readonly kinds: StepKinds;
}

/** The facts about a run that may arrive before it opens: messages come in any order. */
export interface UnopenedRun extends Known {
  readonly phase: 'unopened';
  readonly cancelling: boolean;
  readonly followers: readonly string[];
  readonly isOvertaken: boolean;
}

/** A run as it is kept between its inputs: data alone. */
export type Stored<R extends Run = Run> = R extends EndedRun ? StoredEnd : R extends Run ? Omit<R, 'kinds'> : never;

type StoredEnd = Omit<EndedRun, 'kinds' | 'unsettled'> & {
  readonly unsettled: (Omit<Unsettled, 'run'> & { readonly run: Stored<OpenRun> }) | null;
};

/** The identity of a run and its addressee. */
export interface RunIdentity extends Known {
  readonly runId: string;
  readonly sessionId: string;
  readonly threadId: string | null;
  readonly channel: string;
  readonly messageId: string | null;
  readonly artifacts: string;
  readonly delivery: Delivery;
  /** R6: the run whose end this one waits for */
  readonly replaces: string | null;
  /** R8: the object and run that it is a branch of; left out for a run of its own */
  readonly branch?: BranchOf;
}

export interface OpenRun extends RunIdentity {
  readonly phase: 'open';
  readonly openedAt: string;
  /** when a step last began or ended */
  readonly progressedAt: string;
  readonly planned: Planned | null;
  /** the steps that began or were handed over, by id */
  readonly steps: Readonly<Record<string, StepRecord>>;
  /** how many segments were handed over */
  readonly segments: number;
  /** the steps that are handed over with no other any more: in a segment of their own, or as an action */
  readonly apart: Readonly<Record<string, 'segment' | 'action'>>;
  /** the required step whose failure broke the run */
  readonly brokenBy: string | null;
  readonly cancelling: boolean;
  readonly followers: readonly string[];
  /** CH-09: a later message came in before its end */
  readonly isOvertaken: boolean;
  /** R8 */
  readonly branches: Branches;
  /** R9 */
  readonly revisions: Revisions;
  /** the model that wrote the reply; null while none did */
  readonly writtenBy: WrittenBy | null;
  readonly reported: Reported | null;
  readonly waits: Waiting | null;
  /** R10: why steps of its own were refused since it last went on */
  readonly refused: readonly PauseReason[];
  /** how often each step was refused */
  readonly refusals: Readonly<Record<string, number>>;
  /** how many pauses there were */
  readonly pauses: number;
  /** PL-28: grants in place of the plan's limits */
  readonly granted: Grants;
  /** PL-28: of a branch, how many actions were taken of the budget for it */
  readonly share: number;
  /** R7: by step, what became of those that ended as unknown; the run itself goes on as if that were not known */
  readonly late: Readonly<Record<string, EndedStep>>;
}

/** What a run waits for beside its steps; one thing at a time, and nothing begins meanwhile. */
export type Waiting =
  /** R6: the end of another run */
  | { readonly for: 'run'; readonly since: string }
  /** R10: a person who lets it go on */
  | { readonly for: 'person'; readonly pause: Pause }
  /** R5: the words of a model */
  | { readonly for: 'prose'; readonly writing: Writing };

export const pauseOf = ({ waits }: Pick<OpenRun, 'waits'>): Pause | null =>
  waits?.for === 'person' ? waits.pause : null;

export const writingOf = ({ waits }: Pick<OpenRun, 'waits'>): Writing | null =>
  waits?.for === 'prose' ? waits.writing : null;

export interface Pause {
  readonly number: number;
  readonly reasons: readonly PauseReason[];
}

export interface EndedRun extends RunIdentity {
  readonly phase: 'ended';
  /** null: when it ended nothing was in flight or unknown, or all of that has its outcome */
  readonly unsettled: Unsettled | null;
}

/** R7: a run that ended with something in flight, or with a step whose outcome is unknown. */
export interface Unsettled {
  /** the run as it ended, with the ends of its steps since */
  readonly run: OpenRun;
  readonly status: RunStatus;
  /** the steps that were in flight when it ended */
  readonly stepIds: readonly string[];
}

export interface Planned {
  readonly plan: Plan;
  readonly planHash: string;
  readonly fallback: boolean;
  /** the arguments of actions: a personal value that a model proposed is replaced by its token */
  readonly args: Values;
  readonly personal?: PersonalValues;
  /** CX-04: the values in them that were recognised in what was said */
  readonly recognised?: readonly Tagged[];
  /** of a branch: the source of its plan */
  readonly origin?: PlanOrigin;
}

/** EX-23: the origin of the action that a step asks for now. */
export const originOfStep = ({ refusals }: Pick<OpenRun, 'refusals'>, stepId: string): StepOrigin =>
  stepOrigin(stepId, (refusals[stepId] ?? 0) + 1);

/** CX-03: the arguments as their owner reads them. */
export const spokenArgs = ({ args, personal }: Pick<Planned, 'args' | 'personal'>): Values =>
  withPersonalValues(args, personal);

/** A step that began (EX-03). */
export type StepRecord = RunningStep | SuspendedStep | LookupStep | AgentStep | SweepStep | EndedStep;

interface InFlight {
  readonly actionId: string;
  /** the segment it was handed over with; null: asked for by itself */
  readonly segmentId: string | null;
  /** the gateway was asked not to let it happen */
  readonly withdrawn: boolean;
  /** a person approved or declined it */
  readonly answered: boolean;
  /** SG-01: what the step had come to that the action undoes; left out for the action of the step itself */
  readonly undoes?: EndedStep;
}

export interface RunningStep extends InFlight {
  readonly status: 'running';
}

/** Waits for an answer of the knowledge or of a model; it does not act on the world, so a stop does not wait for it. */
export interface LookupStep {
  readonly status: 'running';
  readonly deadline: string;
  /** how often a model was asked; 0: the knowledge was asked */
  readonly asked: number;
}

/** An agent works for it, or waits for the person to let one of its calls go. */
export type AgentStep =
  | { readonly status: 'running'; readonly agent: AgentProgress }
  | {
      readonly status: 'suspended';
      readonly agent: AgentProgress;
      readonly answered: boolean;
      readonly asked: EventData<'run.suspended'>;
    };

/** How far its agent has come, as its run knows. */
export interface AgentProgress {
  /** it was asked to end */
  readonly withdrawn: boolean;
  readonly place: PhasePlace;
  /** those that have their outcome, in order, each delegation before those that were made for it */
  readonly calls: readonly EndedCall[];
  /** the phase that it last waited before for a person, and whether it waits now */
  readonly paused: { readonly before: number; readonly waits: boolean };
}

/** Waits for the person; `asked` holds everything needed to ask again. */
export interface SuspendedStep extends InFlight {
  readonly status: 'suspended';
  readonly asked: EventData<'run.suspended'>;
}

export interface EndedStep {
  readonly status:
    | 'completed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | 'unknown'
    | 'compensated'
    | 'compensation_failed';
  readonly code: string | null;
  /** of an action that was denied: the check, and the rule, that did */
  readonly rule?: string;
  readonly message: string;
  readonly result: unknown;
}

/** Prose that was asked for and has not come. */
export interface Writing {
  readonly stepId: string;
  readonly attempt: number;
  readonly deadline: string;
  readonly requestedAt: string;
}

/**
 * The end of the run that this one reports or replaces; the header of a replaced run holds only the steps that took
 * effect, or may have.
 */
export interface Reported {
  readonly runId: string;
  readonly status: RunStatus;
  readonly code: string | null;
  readonly header: ExecutionHeader;
  readonly reply: string;
  readonly question: Question | null;
}

export const UNOPENED: Stored<UnopenedRun> = {
  phase: 'unopened',
  cancelling: false,
  followers: [],
  isOvertaken: false,
};

export const isInFlight = (record: StepRecord): record is RunningStep | SuspendedStep =>
  (record.status === 'running' || record.status === 'suspended') && 'actionId' in record;

export const isLookup = (record: StepRecord): record is LookupStep =>
  record.status === 'running' && 'deadline' in record;

export const isAgentStep = (record: StepRecord | undefined): record is AgentStep =>
  record !== undefined && 'agent' in record;

export const isWithAgent = ({ steps }: OpenRun): boolean => Object.values(steps).some(isAgentStep);

export const isSweep = (record: StepRecord): record is SweepStep => 'items' in record;

/** Whether a step was handed over with this segment and nothing is known of it since. */
export const isWithSegment = (record: StepRecord, segmentId: string): record is RunningStep =>
  record.status === 'running' && isInFlight(record) && record.segmentId === segmentId;

export const inFlightOf = ({ steps }: OpenRun): readonly (readonly [string, RunningStep | SuspendedStep])[] =>
  Object.entries(steps).filter((entry): entry is [string, RunningStep | SuspendedStep] => isInFlight(entry[1]));

export const isUnknown = (record: StepRecord | undefined): record is EndedStep => record?.status === 'unknown';

export const isLookingUp = ({ steps }: OpenRun): boolean => Object.values(steps).some(isLookup);

export const kindOf = ({ kinds }: Pick<OpenRun, 'kinds'>, { type }: Pick<PlanStep, 'type'>): StepKind =>
  kinds[type] as StepKind;

export const kindsOf = ({ kinds }: Pick<OpenRun, 'kinds'>): readonly StepKind[] => Object.values(kinds) as StepKind[];

/** Whether a run was cancelled or is broken; a broken branch may still go on with another plan. */
export const isStopped = ({ cancelling, brokenBy }: Pick<OpenRun, 'cancelling' | 'brokenBy'>): boolean =>
  cancelling || brokenBy !== null;

/** A step that calls a tool. */
export type ActingStep = PlanStep & { readonly tool: string };
export const acts = (run: Pick<OpenRun, 'kinds'>, step: PlanStep): step is ActingStep => kindOf(run, step).acts;

/** A step that says a sentence of the tenant's. */
export type SaidStep = PlanStep & { readonly copy: string };

/** The step of the run's plan with this id. */
export const stepOf = ({ planned }: Pick<OpenRun, 'planned'>, stepId: string): PlanStep | undefined =>
  planned?.plan.steps.find(({ id }) => id === stepId);

/** The results that bindings may read: those of completed steps. */
export const resultsOf = ({ steps }: OpenRun): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(steps).flatMap(([id, record]) => (record.status === 'completed' ? [[id, record.result]] : [])),
  );
