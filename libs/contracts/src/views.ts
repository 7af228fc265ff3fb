import type { ApprovalDecision, ApprovalStatus } from './approval';
import type { PlaybookSchedule } from './artifacts/playbook';
import type { WrittenBy } from './events/reply';
import type { Source } from './evidence';
import type { ExecutionHeader, Question } from './plan';
import type { AttentionCause, BranchStatus, Grants, Judge, PauseReason, Verdict } from './playbook-run';
import type { Anchor, ThreadStatus, Values } from './vocabulary';

/** `erased`: it ended, and its customer's key is destroyed, so that how is not readable any more. */
export type RunViewStatus = 'accepted' | 'running' | 'waiting_for_approval' | 'ok' | 'cancelled' | 'error' | 'erased';

/** AP-01: an action that a run proposes, with the question for its approval. */
export interface ProposalView {
  readonly plan: string;
  readonly question: string;
  readonly actionId: string;
  /** the value that a pressed button answers to */
  readonly answerTo: string;
  readonly expiresAt: string;
  /** texts for approving and rejecting, in the person's language; empty in streams from before choices existed */
  readonly choices: readonly string[];
  /** the subject of the approval in a word or two ("126.47 EUR"); null where the tenant has none */
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
  /** the name of its topic on a small label ("Refund 1004"); null when it works on none */
  readonly label: string | null;
  /** how it ended in a word or two ("shipped"); null where the tenant has none */
  readonly brief: string | null;
  /** the message before any action (CH-15) */
  readonly pre: string | null;
  readonly header: ExecutionHeader | null;
  /** CH-12: the results of tools, cut to a summary, where the tenant lets people look at them */
  readonly outputs: readonly ToolOutputView[];
  /** EV-01: the passages of the tenant's knowledge that it is based on */
  readonly sources: readonly Source[];
  /** the prose that has been streamed while there is no reply yet; another attempt begins it again */
  readonly prose: { readonly attempt: number; readonly text: string } | null;
  readonly reply: string | null;
  /** the model whose checked words the reply consists of; null where the platform speaks */
  readonly writtenBy: WrittenBy | null;
  readonly question: Question | null;
  /** the proposal that waits for an approval now */
  readonly proposal: ProposalView | null;
  /** the last thing it proposed, whatever became of it */
  readonly proposed: ProposalView | null;
  /** CH-09: why the words quote the message they answer */
  readonly anchor: Anchor | null;
  /** runs that are going to report this end to the person, in answer to a later message */
  readonly reportedBy: readonly string[];
  /** the run whose end its reply reports */
  readonly reports: string | null;
  /** CH-11: the requested deed has been done */
  readonly isDone: boolean;
  /** the message whose "done" mark it removed when it began */
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
  /** the name of its intent's topics on a small label, in the requested language; null while it is not understood */
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

/** One of a person's chats, without the words in it (CL-11). */
export interface ListedSession {
  readonly sessionId: string;
  /** the channel of their latest message in it */
  readonly channel: string;
  /** the name of its latest topic; null without one, and once the person's key is destroyed */
  readonly topic: string | null;
  readonly receivedAt: string;
  /** CH-16: its open approvals */
  readonly approvals: readonly WaitingApproval[];
}

/** A page of a person's chats, the newest first. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  /** where the next page begins; null when this is the last */
  readonly before: string | null;
}

/** The verdict on the objects of a playbook. */
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
  /** a person has to look: its plan did not foresee the failure, and there is no other plan (PL-18) */
  readonly attention?: AttentionCause;
}

/** PL-28: since when an instance waits to be resumed, and why. */
export interface PausedView {
  readonly since: string;
  readonly reasons: readonly PauseReason[];
}

/** PL-28: the same for a person: the reasons, the first steps, and how to resume it, in English. */
export interface PausedDayView extends PausedView {
  readonly why: string;
  /** the steps that are needed elsewhere before it may go on */
  readonly first: readonly string[];
  readonly next: string;
  /** the grants to send so that it can go on to its end, as far as they are known */
  readonly give: Grants;
}

/**
 * The state of a playbook's instance: its objects by how their branches have ended; of the others, how many wait for an
 * approval (`waiting`) or do not (`open`). `kept` are those that a constraint holds back.
 */
export interface PlaybookRunView {
  readonly runId: string;
  readonly playbook: string;
  readonly day: string;
  readonly status: string;
  readonly code: string | null;
  /** PL-28: why it waits to be resumed, and since when */
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

/** The verdict of a day: the latest one counts; earlier ones follow with their times, the latest first. */
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

/** A proposed action of a playbook, as the read models last saw it. */
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
 * The question in the tenant's own words, the exact action, and the rule that requires the approval; null once the
 * facts left the log.
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
  /** the cursor of the next page; null when this is the last */
  readonly before: string | null;
  /** whether the caller has the right to answer */
  readonly mayAnswer: boolean;
}
