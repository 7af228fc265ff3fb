import type { Question, ThreadStatus, Values } from '@arbiter/contracts';

/** A topic of the chat (TH-01, TH-02); its id is the requestId of the turn that opened it. */
interface Topic {
  readonly threadId: string;
  readonly intentId: string | null;
  /** null until its first run is asked for, and for a run that was submitted by name */
  readonly template: string | null;
  readonly slots: Values;
  /** CL-09: how often each question was asked */
  readonly asks: Readonly<Record<string, number>>;
}

/** What is known of the turn that opened a thread while its intent is still being asked for. */
export interface Classification {
  readonly requestId: string;
  readonly sessionId: string;
  readonly channel: string;
  readonly messageId: string;
  readonly text: string;
  readonly eligible: readonly string[];
  readonly attempt: number;
}

/** An action that waits for a yes; the binding says to exactly what (AP-08). */
export interface PendingApproval {
  readonly actionId: string;
  readonly binding: string;
  readonly question: Question;
}

/** The model is asked what the person wants; null in the moment before the question goes out. */
export interface ClassifyingThread extends Topic {
  readonly phase: 'classifying';
  readonly classification: Classification | null;
}

interface OpenRun extends Topic {
  readonly runId: string;
  /** an override has asked for its run to be cancelled */
  readonly cancelling: boolean;
  /** actions of this run that were approved or rejected */
  readonly decided: readonly string[];
}

export interface RunningThread extends OpenRun {
  readonly phase: 'running';
}

/** TH-04: waits for a yes; its run stays open. */
export interface ProposedThread extends OpenRun {
  readonly phase: 'proposed';
  /** never empty; the first is the one asked */
  readonly approvals: readonly PendingApproval[];
}

/** Its run ended with a question. */
export interface WaitingThread extends Topic {
  readonly phase: 'waiting';
  readonly runId: string;
  readonly question: Question;
}

/** Terminal threads leave the state (TH-04): there is no phase for them. */
export type Thread = ClassifyingThread | RunningThread | ProposedThread | WaitingThread;
export type ThreadWithRun = RunningThread | ProposedThread;

export interface SessionState {
  /** open threads, the one with the latest activity last: that one is active (TH-06) */
  readonly threads: readonly Thread[];
  /** requests that were already decided, the latest last; bounded */
  readonly routed: readonly string[];
  /** runs whose thread has ended, the latest last; bounded */
  readonly ended: readonly string[];
  readonly lastOutcome: { readonly threadId: string; readonly outcome: string } | null;
}

export const initialSession = (): SessionState => ({ threads: [], routed: [], ended: [], lastOutcome: null });

const STATUS: Record<Thread['phase'], ThreadStatus> = {
  classifying: 'in_progress',
  running: 'in_progress',
  proposed: 'workflow_proposed',
  waiting: 'waiting_for_user',
};

export const statusOf = (thread: Thread): ThreadStatus => STATUS[thread.phase];
export const activeThread = ({ threads }: SessionState): Thread | null => threads.at(-1) ?? null;
export const threadOf = ({ threads }: SessionState, threadId: string): Thread | null =>
  threads.find((thread) => thread.threadId === threadId) ?? null;
export const classificationOf = ({ threads }: SessionState, requestId: string): (ClassifyingThread & { classification: Classification }) | null =>
  threads.find(
    (thread): thread is ClassifyingThread & { classification: Classification } =>
      thread.phase === 'classifying' && thread.classification?.requestId === requestId,
  ) ?? null;

export const hasOpenRun = (thread: Thread): thread is ThreadWithRun => thread.phase === 'running' || thread.phase === 'proposed';
export const isWorking = (thread: Thread): thread is ClassifyingThread | RunningThread => thread.phase === 'classifying' || thread.phase === 'running';
export const isAsking = (thread: Thread): thread is ProposedThread | WaitingThread => thread.phase === 'proposed' || thread.phase === 'waiting';

/** The question a thread waits on (TH-05). */
export const questionOf = (thread: ProposedThread | WaitingThread): Question =>
  thread.phase === 'waiting' ? thread.question : (thread.approvals[0] as PendingApproval).question;
