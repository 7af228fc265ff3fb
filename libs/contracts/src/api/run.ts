import { Type, type Static } from 'typebox';
import { PhasePlace } from '../agent';
import { WrittenBy } from '../events/reply';
import { Source } from '../evidence';
import { ExecutionHeader, Question } from '../plan';
import { Anchor, Closed, Instant, OneOf } from '../vocabulary';
import { Cursor, Described, ListOf, Nullable, Text, Uuid } from './parts';

const RUN_VIEW_STATUSES = [
  'accepted',
  'running',
  'waiting_for_approval',
  'ok',
  'cancelled',
  'error',
  'erased',
] as const;
/** `erased`: it ended, and its customer's key is destroyed, so that how is not readable any more. */
export type RunViewStatus = (typeof RUN_VIEW_STATUSES)[number];

/** AP-01: an action that a run proposes, with the question for its approval. */
export const ProposalView = Closed({
  plan: Text,
  question: Text,
  actionId: Text,
  answerTo: Described(Text, 'the value that a pressed button answers to'),
  expiresAt: Instant,
  choices: Described(ListOf(Text), "texts for approving and rejecting, in the person's language"),
  brief: Described(
    Nullable(Text),
    'the subject of the approval in a word or two ("126.47 EUR"); null where the tenant has none',
  ),
  proposedAt: Instant,
});
export type ProposalView = Readonly<Static<typeof ProposalView>>;

export const ToolOutputView = Closed({ stepId: Text, title: Text, text: Text });
export type ToolOutputView = Readonly<Static<typeof ToolOutputView>>;

/** EV-10, CH-13: how far the agent of a run has come. */
export const AgentView = Closed({
  ...PhasePlace.properties,
  resumeFrom: Described(
    Nullable(Type.Integer({ minimum: 1 })),
    'the phase that it waits before for a person to let it go on; null: it is at work',
  ),
});
export type AgentView = Readonly<Static<typeof AgentView>>;

/** A run as its UI events tell it. */
export const RunView = Closed({
  requestId: Uuid,
  sessionId: Text,
  messageId: Described(
    Nullable(Text),
    'the message it answers; null when there is none, or nothing of it was shown yet',
  ),
  status: OneOf(RUN_VIEW_STATUSES),
  code: Nullable(Text),
  label: Described(
    Nullable(Text),
    'the name of its topic on a small label ("Refund 1004"); null when it works on none',
  ),
  brief: Described(Nullable(Text), 'how it ended in a word or two ("shipped"); null where the tenant has none'),
  pre: Described(Nullable(Text), 'the message before any action (CH-15), and what an agent says before its calls'),
  header: Nullable(ExecutionHeader),
  agent: Described(Nullable(AgentView), 'while an agent works for it; null: none does'),
  outputs: Described(
    ListOf(ToolOutputView),
    'CH-12: the results of tools, cut to a summary, where the tenant lets people look at them',
  ),
  sources: Described(ListOf(Source), "EV-01: the passages of the tenant's knowledge that it is based on"),
  prose: Described(
    Nullable(Closed({ attempt: Type.Integer(), text: Text })),
    'the prose that has been streamed while there is no reply yet; another attempt begins it again',
  ),
  reply: Nullable(Text),
  writtenBy: Described(
    Nullable(WrittenBy),
    'the model whose checked words the reply consists of; null where the platform speaks',
  ),
  question: Nullable(Question),
  proposal: Described(Nullable(ProposalView), 'the proposal that waits for an approval now'),
  proposed: Described(Nullable(ProposalView), 'the last thing it proposed, whatever became of it'),
  anchor: Described(Nullable(Anchor), 'CH-09: why the words quote the message they answer'),
  reportedBy: Described(
    ListOf(Uuid),
    'runs that are going to report this end to the person, in answer to a later message',
  ),
  reports: Described(Nullable(Uuid), 'the run whose end its reply reports'),
  isDone: Described(Type.Boolean(), 'CH-11: the requested deed has been done'),
  clears: Described(Nullable(Text), 'the message whose "done" mark it removed when it began'),
  startedAt: Nullable(Instant),
  repliedAt: Described(Nullable(Instant), 'when the first word of its answer was shown'),
  endedAt: Nullable(Instant),
  lastEventId: Described(Cursor, 'where an event stream goes on from'),
});
export type RunView = Readonly<Static<typeof RunView>>;
