import {
  AgentPause,
  AgentReceivedView,
  AgentResume,
  ApprovalAnswer,
  ApprovalAnsweredView,
  ApprovalPage,
  ApprovalView,
  CancelReceivedView,
  ChatMessage,
  EventReceivedView,
  ExecutionHeader,
  ExternalEvent,
  Grants,
  LinkCodeView,
  LinkConfirmation,
  LinkView,
  MessageReceivedView,
  OutcomePage,
  OutcomeView,
  PlaybookDayView,
  PlaybookRunView,
  PlaybookSubmission,
  PlaybookSubmittedView,
  PlaybookVerdictView,
  PlaybookView,
  ProblemView,
  ProposalView,
  Question,
  RunSubmission,
  RunView,
  SessionList,
  SessionPage,
  Settlement,
  SettlementReceivedView,
  ThreadView,
  TraceEvent,
  TraceView,
  TurnView,
  UiEvent,
  WelcomeView,
} from '@arbiter/contracts';

/** Everything in a body, by its name in the document. */
const NAMED: Readonly<Record<string, object>> = {
  ChatMessage,
  RunSubmission,
  UiEvent,
  ExecutionHeader,
  Question,
  AgentPause,
  AgentResume,
  AgentReceived: AgentReceivedView,
  Received: MessageReceivedView,
  CancelReceived: CancelReceivedView,
  Run: RunView,
  TraceEvent,
  Trace: TraceView,
  Playbook: PlaybookView,
  PlaybookSubmission,
  PlaybookSubmitted: PlaybookSubmittedView,
  ExternalEvent,
  EventReceived: EventReceivedView,
  Grants,
  PlaybookRun: PlaybookRunView,
  PlaybookDay: PlaybookDayView,
  PlaybookVerdict: PlaybookVerdictView,
  Welcome: WelcomeView,
  Approval: ApprovalView,
  ApprovalPage,
  ApprovalAnswer,
  ApprovalAnswered: ApprovalAnsweredView,
  Outcome: OutcomeView,
  OutcomePage,
  Settlement,
  SettlementReceived: SettlementReceivedView,
  Proposal: ProposalView,
  Turn: TurnView,
  SessionPage,
  SessionList,
  Thread: ThreadView,
  LinkConfirmation,
  Link: LinkView,
  LinkCode: LinkCodeView,
  Problem: ProblemView,
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
