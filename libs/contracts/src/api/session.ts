import type { Static } from 'typebox';
import { Closed, Instant, ThreadStatus } from '../vocabulary';
import { Cursor, Described, ListOf, Nullable, Text, Uuid } from './parts';
import { RunView } from './run';

/** A message of a person as it was received; "[erased]" once their key is destroyed. */
export const TurnView = Closed({
  messageId: Text,
  requestId: Described(Uuid, 'the run that answers it'),
  text: Text,
  channel: Text,
  answerTo: Described(
    Nullable(Text),
    "the question that a pressed button answers: a proposal's `answerTo`, or the requestId of the run that asked",
  ),
  receivedAt: Instant,
});
export type TurnView = Readonly<Static<typeof TurnView>>;

/** A page of one person's conversation in a chat, oldest first. */
export const SessionPage = Closed({
  turns: ListOf(TurnView),
  runs: Described(ListOf(RunView), 'the runs of these turns, and those that began among them'),
  before: Described(Nullable(Cursor), 'where the page before this one ends; null when this is the first'),
});
export type SessionPage = Readonly<Static<typeof SessionPage>>;

/** TH-01, TH-02: one topic of a chat. */
export const ThreadView = Closed({
  threadId: Text,
  intentId: Nullable(Text),
  title: Described(
    Nullable(Text),
    "the name of its intent's topics on a small label, in the requested language; null while it is not understood",
  ),
  status: ThreadStatus,
  pendingQuestion: Nullable(Closed({ key: Text, expectedType: Text, askedAtMessageId: Nullable(Text) })),
  summary: Text,
  requestId: Described(Nullable(Text), 'the run that works on it, or did last'),
  messageId: Described(Nullable(Text), 'the message which that run answers'),
  lastActivityAt: Instant,
});
export type ThreadView = Readonly<Static<typeof ThreadView>>;

/** AP-01: something that waits for a yes, in whichever chat. */
export const WaitingApproval = Closed({
  threadId: Text,
  requestId: Uuid,
  label: Nullable(Text),
  brief: Nullable(Text),
  expiresAt: Instant,
});
export type WaitingApproval = Readonly<Static<typeof WaitingApproval>>;

/** One of a person's chats, without the words in it (CL-11). */
export const ListedSession = Closed({
  sessionId: Text,
  channel: Described(Text, 'the channel of their latest message in it'),
  topic: Described(
    Nullable(Text),
    "the name of its latest topic; null without one, and once the person's key is destroyed",
  ),
  receivedAt: Instant,
  approvals: Described(ListOf(WaitingApproval), 'CH-16: its open approvals'),
});
export type ListedSession = Readonly<Static<typeof ListedSession>>;

/** A page of a person's chats, the newest first. */
export const SessionList = Closed({
  sessions: ListOf(ListedSession),
  before: Described(Nullable(Text), 'where the next page begins; null when this is the last'),
});
export type SessionList = Readonly<Static<typeof SessionList>>;
