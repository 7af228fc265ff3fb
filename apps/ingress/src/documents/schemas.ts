import {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalPage,
  ApprovalView,
  ChatMessage,
  Closed,
  ExecutionHeader,
  ExternalEvent,
  Grants,
  Instant,
  LinkConfirmation,
  PlaybookDayView,
  PlaybookRunView,
  PlaybookSubmission,
  PlaybookSubmittedView,
  PlaybookVerdictView,
  PlaybookView,
  ProposalView,
  Question,
  RunSubmission,
  RunView,
  SessionList,
  SessionPage,
  ThreadView,
  TurnView,
  UiEvent,
} from '@arbiter/contracts';
import { Type } from 'typebox';

const Text = Type.String();
const Uuid = Type.String({ format: 'uuid' });

const Received = Closed({ sessionId: Text, messageId: Text, requestId: Uuid });
const CancelReceived = Closed({ requestId: Uuid, sessionId: Text });
const EventReceived = Closed({ source: Text, id: Text, playbooks: Type.Array(PlaybookSubmittedView) });
const ApprovalAnswered = Closed({ id: Text, decision: ApprovalDecision, answeredBy: Text, answeredAt: Instant });
const Link = Closed({
  channel: Text,
  userId: Text,
  customerId: Text,
  confirmedAt: Instant,
  expiresAt: Type.Union([Instant, Type.Null()]),
});
const LinkCode = Closed({ channel: Text, userId: Text, expiresAt: Instant });
const Problem = Closed({
  type: Text,
  title: Text,
  status: Type.Integer(),
  detail: Text,
  field: Type.Optional(Text),
  errors: Type.Optional(Type.Array(Closed({ field: Text, detail: Text }))),
});

/** Everything in a body, by its name in the document: the contracts' own schemas where they have one. */
const NAMED: Readonly<Record<string, object>> = {
  ChatMessage,
  RunSubmission,
  UiEvent,
  ExecutionHeader,
  Question,
  Received,
  CancelReceived,
  Run: RunView,
  Playbook: PlaybookView,
  PlaybookSubmission,
  PlaybookSubmitted: PlaybookSubmittedView,
  ExternalEvent,
  EventReceived,
  Grants,
  PlaybookRun: PlaybookRunView,
  PlaybookDay: PlaybookDayView,
  PlaybookVerdict: PlaybookVerdictView,
  Approval: ApprovalView,
  ApprovalPage,
  ApprovalAnswer,
  ApprovalAnswered,
  Proposal: ProposalView,
  Turn: TurnView,
  SessionPage,
  SessionList,
  Thread: ThreadView,
  LinkConfirmation,
  Link,
  LinkCode,
  Problem,
};

const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

export const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The same schemas; where one holds another, it refers to it. */
export const SCHEMAS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(NAMED).map(([name, schema]) => [name, membersReferred(schema)]),
);

function membersReferred(schema: object): object {
  const referred = Object.entries(schema).map(([key, value]) => [key, withReferences(value)] as const);
  return Array.isArray(schema) ? referred.map(([, value]) => value) : Object.fromEntries(referred);
}

function withReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = NAMES.get(value);
  return name === undefined ? membersReferred(value) : refer(name);
}
