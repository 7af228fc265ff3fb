import type { Consent, PersonalValues, Question, Tagged, ThreadStatus, Values, WishedTier } from '@arbiter/contracts';
import { OWN_LANGUAGE, type ChatLanguage } from './chat-language';
import type { TranscriptLine } from './transcript';
import { NO_TURNS, type Turns } from './turns';

/** A topic of the chat (TH-01, TH-02); its id is the requestId of the turn that opened it. */
interface Topic {
  readonly threadId: string;
  /** the topics of a session are counted as they are opened: "the second one" */
  readonly number: number;
  readonly intentId: string | null;
  /** null until its first run is asked for, and for a run that was submitted by name */
  readonly template: string | null;
  readonly slots: Values;
  /** CL-09: how often each question was asked */
  readonly asks: Readonly<Record<string, number>>;
  /** the consent to its deed; null before there is one, and for an intent that changes nothing */
  readonly consent: Consent | null;
}

/** The message that a run answers, with its language and how it may be served (CP-12, TP-15). */
export interface MessageAddress {
  readonly requestId: string;
  readonly sessionId: string;
  readonly channel: string;
  /** null when no message asked for it */
  readonly messageId: string | null;
  readonly locale: string;
  readonly tier?: WishedTier;
  /** TP-15: an agent may serve what no template does */
  readonly twoStage?: true;
}

/** The address of a turn's run. */
export const addressOf = <Turn extends MessageAddress>({
  requestId,
  sessionId,
  channel,
  messageId,
  locale,
  tier,
  twoStage,
}: Turn): MessageAddress & Pick<Turn, 'messageId'> => ({
  requestId,
  sessionId,
  channel,
  messageId,
  locale,
  ...(tier === undefined ? {} : { tier }),
  ...(twoStage === undefined ? {} : { twoStage }),
});

/** A turn while a model is asked about it: all that is needed to go on with it once an answer comes, or none does. */
export interface Asked extends MessageAddress {
  readonly messageId: string;
  readonly text: string;
  /** CX-04: the personal values that are known to stand in it, or in what was said before */
  readonly personal?: readonly Tagged[];
  readonly receivedAt: string;
  readonly replyToRequestId: string | null;
  /** the turn that asked for several things, of which this is one */
  readonly partOf: string | null;
  readonly eligible: readonly string[];
  readonly attempt: number;
  /** ISO 8601: the deadline of this attempt */
  readonly deadline: string;
  /** CL-02: the attempt has failed and the next one begins then */
  readonly retryAt: string | null;
}

/** An action that waits for an approval; the binding names exactly which (AP-08). */
export interface PendingApproval {
  readonly actionId: string;
  readonly binding: string;
  readonly question: Question;
  /** ISO 8601: an earlier message cannot answer it */
  readonly askedAt: string;
}

/** The model is asked for the intent; null in the moment before the question goes out. */
export interface ClassifyingThread extends Topic {
  readonly phase: 'classifying';
  readonly asked: Asked | null;
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

/** The run of the thread ended with a question. */
export interface WaitingThread extends Topic {
  readonly phase: 'waiting';
  readonly runId: string;
  readonly question: Question;
}

/** RT-08: known, and not begun while other work is under way; it will begin with its slots. */
export interface QueuedThread extends Topic {
  readonly phase: 'queued';
  readonly intentId: string;
  readonly template: string;
  readonly address: MessageAddress;
}

/** Terminal threads leave the state (TH-04): there is no phase for them. */
export type Thread = ClassifyingThread | RunningThread | ProposedThread | WaitingThread | QueuedThread;
export type ThreadWithRun = RunningThread | ProposedThread;

/** How the last topic that ended has ended. */
export interface Outcome extends Pick<Topic, 'threadId' | 'intentId' | 'slots'> {
  readonly outcome: string;
  /** the objects that it listed, by slot, in their order: "the second" speaks of them */
  readonly listed?: Values;
}

/** A topic whose deed may have been done: its outcome is unknown. */
export type Doubt = Pick<Topic, 'threadId' | 'intentId' | 'slots'>;

/** A proposal that no longer waits for a yes: it was answered, or it expired, was taken back or was replaced. */
export interface EndedOffer extends Pick<ProposedThread, 'threadId' | 'intentId' | 'template' | 'slots'> {
  /** the answer of its buttons */
  readonly answerTo: string;
  readonly how: 'answered' | 'lapsed';
  /** ISO 8601 */
  readonly endedAt: string;
}

export interface SessionState {
  /** open threads, the one that changed last at the end */
  readonly threads: readonly Thread[];
  /** TH-06, in the order in which they will begin */
  readonly queuedThreadIds: readonly string[];
  /** turns that are not routed yet: a model's proposal is awaited first, and others overtake them; bounded */
  readonly weighing: readonly Asked[];
  readonly turns: Turns;
  readonly language: ChatLanguage;
  /** how many threads were ever opened */
  readonly opened: number;
  /** runs whose thread has ended, or whose turn is completed, the latest last; bounded */
  readonly ended: readonly string[];
  readonly lastOutcome: Outcome | null;
  /** how the topics before it have ended, the latest first; bounded */
  readonly earlierOutcomes: readonly Outcome[];
  /** topics whose deed may have been done, the latest last; bounded */
  readonly doubts: readonly Doubt[];
  /** proposals that no longer wait for a yes, the latest last; bounded */
  readonly endedOffers: readonly EndedOffer[];
  /** how many requests in a row were not understood, up to the most that makes a difference */
  readonly misunderstood: number;
  /** the latest lines of the chat, the newest last; bounded */
  readonly heard: readonly TranscriptLine[];
  /** AG-08: the values of the tokens in proposed slots, the newest last; bounded */
  readonly personal: PersonalValues;
  /** CX-04: the values that were recognised in what was said, the latest ones */
  readonly recognised: readonly Tagged[];
}

export const initialSession = (): SessionState => ({
  threads: [],
  queuedThreadIds: [],
  weighing: [],
  turns: NO_TURNS,
  language: OWN_LANGUAGE,
  opened: 0,
  ended: [],
  lastOutcome: null,
  earlierOutcomes: [],
  doubts: [],
  endedOffers: [],
  misunderstood: 0,
  heard: [],
  personal: {},
  recognised: [],
});

const STATUS: Record<Thread['phase'], ThreadStatus> = {
  classifying: 'in_progress',
  running: 'in_progress',
  proposed: 'workflow_proposed',
  waiting: 'waiting_for_user',
  queued: 'blocked',
};

export const statusOf = (thread: Thread): ThreadStatus => STATUS[thread.phase];
export const threadOf = ({ threads }: Pick<SessionState, 'threads'>, threadId: string): Thread | null =>
  threads.find((thread) => thread.threadId === threadId) ?? null;

/** Whether it is known how the topic ended. */
export const remembers = ({ lastOutcome, earlierOutcomes }: SessionState, threadId: string): boolean =>
  lastOutcome?.threadId === threadId || earlierOutcomes.some((known) => known.threadId === threadId);

/** TH-06: the thread that was last spoken of, as long as it is open; else the one that changed last. */
export const activeThread = (state: SessionState): Thread | null =>
  (state.turns.spokenOf === null ? null : threadOf(state, state.turns.spokenOf)) ?? state.threads.at(-1) ?? null;

type AskedThread = ClassifyingThread & { readonly asked: Asked };
/** The thread whose intent is being asked for on behalf of this turn. */
export const threadAskedFor = ({ threads }: SessionState, requestId: string): AskedThread | null =>
  threads.find(
    (thread): thread is AskedThread => thread.phase === 'classifying' && thread.asked?.requestId === requestId,
  ) ?? null;

/** The question to a model about a turn, before it is routed or after. */
export const askedOf = (state: SessionState, requestId: string): Asked | null =>
  state.weighing.find((asked) => asked.requestId === requestId) ?? threadAskedFor(state, requestId)?.asked ?? null;

export const hasOpenRun = (thread: Thread): thread is ThreadWithRun =>
  thread.phase === 'running' || thread.phase === 'proposed';
export const isWorking = (thread: Thread): thread is ClassifyingThread | RunningThread =>
  thread.phase === 'classifying' || thread.phase === 'running';
export const isAsking = (thread: Thread): thread is ProposedThread | WaitingThread =>
  thread.phase === 'proposed' || thread.phase === 'waiting';

/** The question a thread waits on (TH-05). */
export const questionOf = (thread: ProposedThread | WaitingThread): Question =>
  thread.phase === 'waiting' ? thread.question : (thread.approvals[0] as PendingApproval).question;
