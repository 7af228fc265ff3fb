import type { ApprovalDecision, ApprovalStatus } from './approval';
import type { PlaybookSchedule } from './artifacts/playbook';
import type { WrittenBy } from './events/reply';
import type { Source } from './evidence';
import type { ExecutionHeader, Question } from './plan';
import type { AttentionCause, BranchStatus, Grants, Judge, PauseReason, Verdict } from './playbook-run';
import type { Anchor, ThreadStatus, Values } from './vocabulary';

/** `erased`: it ended, and its customer's key is destroyed, so that how is not readable any more. */
export type RunViewStatus = 'accepted' | 'running' | 'waiting_for_approval' | 'ok' | 'cancelled' | 'error' | 'erased';

/** AP-01: what a run wants to do and asks a yes for. */
export interface ProposalView {
  readonly plan: string;
  readonly question: string;
  readonly actionId: string;
  /** what a pressed button says it answers */
  readonly answerTo: string;
  readonly expiresAt: string;
  /** texts for approving and rejecting, in the person's language; none in streams of before there were any */
  readonly choices: readonly string[];
  /** what it is about in a word or two ("126.47 EUR"); null where the tenant has none */
  readonly brief: string | null;
  readonly proposedAt: string;
}

export interface ToolOutputView {
  readonly stepId: string;
  readonly title: string;
  readonly text: string;
}

/** A run as its UI events tell it. Instants are ISO 8601. */
export interface RunView {
  readonly requestId: string;
  readonly sessionId: string;
  /** the message it answers; null when there is none, or nothing of it was shown yet */
  readonly messageId: string | null;
  readonly status: RunViewStatus;
  readonly code: string | null;
  /** what its topic is called on a small sign ("Refund 1004"); null when it works on none */
  readonly label: string | null;
  /** how it ended in a word or two ("shipped"); null where the tenant has none */
  readonly brief: string | null;
  /** what is said before anything is done (CH-15) */
  readonly pre: string | null;
  readonly header: ExecutionHeader | null;
  /** CH-12: what tools returned, cut to a summary, where the tenant lets people look at it */
  readonly outputs: readonly ToolOutputView[];
  /** EV-01: what of the tenant's knowledge it stands on */
  readonly sources: readonly Source[];
  /** the prose that has been streamed while the reply does not stand yet; another attempt begins it again */
  readonly prose: { readonly attempt: number; readonly text: string } | null;
  readonly reply: string | null;
  /** the model whose checked words the reply is made of; null where the platform speaks */
  readonly writtenBy: WrittenBy | null;
  readonly question: Question | null;
  /** what waits for a yes now */
  readonly proposal: ProposalView | null;
  /** the last thing it proposed, whatever became of it */
  readonly proposed: ProposalView | null;
  /** CH-09: why the words quote the message they answer */
  readonly anchor: Anchor | null;
  /** runs that mean to tell the person this end in answer to what they said meanwhile */
  readonly reportedBy: readonly string[];
  /** the run whose end its reply tells */
  readonly reports: string | null;
  /** CH-11: what was asked for has been done */
  readonly isDone: boolean;
  /** the message whose "done" mark went away when it began */
  readonly clears: string | null;
  readonly startedAt: string | null;
  /** when the first word of its answer was shown */
  readonly repliedAt: string | null;
  readonly endedAt: string | null;
  /** where an event stream goes on from */
  readonly lastEventId: number;
}

/** A message of a person as it was received; "[erased]" once their key is destroyed. */
export interface TurnView {
  readonly messageId: string;
  /** the run that answers it */
  readonly requestId: string;
  readonly text: string;
  readonly channel: string;
  /** the question that a pressed button answers: a proposal's `answerTo`, or the requestId of the run that asked */
  readonly answerTo: string | null;
  readonly receivedAt: string;
}

/** A page of one person's conversation in a chat, oldest first. */
export interface SessionPage {
  readonly turns: readonly TurnView[];
  /** the runs of these turns, and those that began among them */
  readonly runs: readonly RunView[];
  /** where the page before this one ends; null when this is the first */
  readonly before: number | null;
}

/** TH-01, TH-02: one topic of a chat. */
export interface ThreadView {
  readonly threadId: string;
  readonly intentId: string | null;
  /**
   * what topics of its intent are called on a small sign, in the language asked for; null while it is not understood
   */
  readonly title: string | null;
  readonly status: ThreadStatus;
  readonly pendingQuestion: {
    readonly key: string;
    readonly expectedType: string;
    readonly askedAtMessageId: string | null;
  } | null;
  readonly summary: string;
  /** the run that works on it, or did last, and the message it answers */
  readonly requestId: string | null;
  readonly messageId: string | null;
  readonly lastActivityAt: string;
}

/** AP-01: something that waits for a yes, in whichever chat. */
export interface WaitingApproval {
  readonly threadId: string;
  readonly requestId: string;
  readonly label: string | null;
  readonly brief: string | null;
  readonly expiresAt: string;
}

/** One of a person's chats; nothing of what was said in it (CL-11). */
export interface ListedSession {
  readonly sessionId: string;
  /** the channel of their latest message in it */
  readonly channel: string;
  /** what its latest topic is called; null without one, and once the person's key is destroyed */
  readonly topic: string | null;
  readonly receivedAt: string;
  /** CH-16: what waits for a yes in it */
  readonly approvals: readonly WaitingApproval[];
}

/** A page of a person's chats, the newest first. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  /** where the next page begins; null when this is the last */
  readonly before: string | null;
}

/** What a verdict says of the objects of a playbook. */
export interface JudgedView {
  readonly verdict: Verdict;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
}

/** An object of an instance that is not done: its branch ended otherwise, or a constraint (its code) keeps it back. */
export interface NotDoneView {
  readonly object: string;
  readonly status: 'failed' | 'unknown' | 'held' | 'kept';
  readonly code: string | null;
  /** a person has to look: its plan did not foresee what came, and there is no other plan (PL-18) */
  readonly attention?: AttentionCause;
}

/** PL-28: since when, and for what, an instance waits to be let go on. */
export interface PausedView {
  readonly since: string;
  readonly reasons: readonly PauseReason[];
}

/** PL-28: the same for a person: why, what to do first, and what lets it go on, in English. */
export interface PausedDayView extends PausedView {
  readonly why: string;
  /** what has to be done elsewhere before it may go on */
  readonly first: readonly string[];
  readonly next: string;
  /** what is sent to let it go on to its end, as far as that is known */
  readonly give: Grants;
}

/**
 * How an instance of a playbook stands: its objects by how their branches have ended, and of the others how many wait
 * for a yes (`waiting`) or do not (`open`); `kept` are those that a constraint keeps back.
 */
export interface PlaybookRunView {
  readonly runId: string;
  readonly playbook: string;
  readonly day: string;
  readonly status: string;
  readonly code: string | null;
  /** PL-28: for what it waits to be let go on, and since when */
  readonly paused: PausedView | null;
  readonly branches: Readonly<Record<'read' | 'selected' | 'kept' | 'open' | 'waiting' | BranchStatus, number>>;
  readonly verdict: JudgedView | null;
  readonly requestedAt: string;
  readonly completedAt: string | null;
}

/** The same of one day, with the objects that are not done: the first of each kind. */
export interface PlaybookDayView extends PlaybookRunView {
  readonly paused: PausedDayView | null;
  readonly notDone: readonly NotDoneView[];
}

/** When the objective of a playbook was looked at, and whether by an instance or by a schedule of its own. */
export interface LookView {
  readonly at: string;
  readonly by: Judge;
  readonly runId: string;
  readonly verdict: Verdict;
}

/** The verdict of a day: the latest of it counts; those before it are told with their moment, the latest first. */
export interface PlaybookVerdictView extends LookView, JudgedView {
  readonly day: string;
  readonly earlier: readonly LookView[];
}

/** A playbook that is switched on, and when its next instance begins by itself. */
export interface PlaybookView {
  readonly playbook: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly schedule: PlaybookSchedule | null;
  readonly next: string | null;
  /** CloudEvents upon which an instance begins */
  readonly events: readonly string[];
  /** when its objective is looked at besides, and when next */
  readonly watch: PlaybookSchedule | null;
  readonly nextVerdict: string | null;
}

/** The instance that was asked for, and the run that carries it out. */
export interface PlaybookSubmittedView {
  readonly requestId: string;
  readonly playbook: string;
  readonly day: string;
}

/** What a playbook wants to do, as the read models last saw it. */
export interface KnownApproval {
  readonly id: string;
  readonly playbook: string;
  /** ISO date */
  readonly day: string;
  /** of the instance */
  readonly runId: string;
  readonly object: string;
  readonly status: ApprovalStatus;
  readonly decision: ApprovalDecision | null;
  /** why nothing came of it, where the decision does not say so */
  readonly code: string | null;
  readonly answeredBy: string | null;
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly answeredAt: string | null;
}

/**
 * What is asked in the tenant's own words, what exactly would be done, and the rule that asks; null once it left the
 * log.
 */
export interface ApprovalView extends KnownApproval {
  readonly question: string | null;
  readonly plan: string | null;
  readonly tool: string | null;
  readonly args: Values | null;
  readonly rule: string | null;
  readonly reasons: readonly string[];
}

/** A page of the approvals that wait, the newest first. */
export interface ApprovalPage {
  readonly approvals: readonly ApprovalView[];
  /** what the page that follows is asked for with; null when this is the last */
  readonly before: string | null;
  /** whether the caller has the right to answer */
  readonly mayAnswer: boolean;
}
