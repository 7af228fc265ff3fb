import {
  Anchor,
  ApprovalAnswer,
  ApprovalDecision,
  ATTENTION_CAUSES,
  OneOf,
  Grants,
  PauseReason,
  PlaybookSchedule,
  PlaybookSubmission,
  JUDGES,
  VERDICTS,
  ChatMessage,
  ExecutionHeader,
  ExternalEvent,
  LinkConfirmation,
  Question,
  Source,
  RunSubmission,
  ThreadStatus,
  UiEvent,
} from '@arbiter/contracts';

const text = { type: 'string' };
const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function closed(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const Received = closed({ sessionId: text, messageId: text, requestId: { ...text, format: 'uuid' } });
const CancelReceived = closed({ requestId: { ...text, format: 'uuid' }, sessionId: text });

const instant = { ...text, format: 'date-time' };
const uuid = { ...text, format: 'uuid' };

const day = { ...text, format: 'date' };
const count = { type: 'integer', minimum: 0 };
const objects = { type: 'array', items: text };

const Playbook = closed({
  playbook: text,
  version: text,
  title: text,
  description: text,
  schedule: nullable(PlaybookSchedule),
  next: nullable(instant),
  events: { type: 'array', items: text },
  watch: nullable(PlaybookSchedule),
  nextVerdict: nullable(instant),
});
const PlaybookSubmitted = closed({ requestId: uuid, playbook: text, day });
const EventReceived = closed({ source: text, id: text, playbooks: { type: 'array', items: PlaybookSubmitted } });
const judged = {
  verdict: OneOf(VERDICTS),
  objects: count,
  acknowledged: objects,
  failing: objects,
};
const paused = { since: instant, reasons: { type: 'array', items: PauseReason } };
const playbookRun = {
  runId: uuid,
  playbook: text,
  day,
  status: { enum: ['queued', 'skipped', 'requested', 'running', 'paused', 'ok', 'cancelled', 'error'] },
  code: nullable(text),
  paused: nullable(closed(paused)),
  branches: closed({
    read: count,
    selected: count,
    kept: count,
    done: count,
    failed: count,
    held: count,
    cancelled: count,
    unknown: count,
    open: count,
    waiting: count,
  }),
  verdict: nullable(closed(judged)),
  requestedAt: instant,
  completedAt: nullable(instant),
};
const PlaybookRun = closed(playbookRun);
const PlaybookDay = closed({
  ...playbookRun,
  paused: nullable(closed({ ...paused, why: text, first: { type: 'array', items: text }, next: text, give: Grants })),
  notDone: {
    type: 'array',
    items: closed(
      {
        object: text,
        status: { enum: ['failed', 'unknown', 'held', 'kept'] },
        code: nullable(text),
        attention: OneOf(ATTENTION_CAUSES),
      },
      ['object', 'status', 'code'],
    ),
  },
});
const look = { at: instant, by: OneOf(JUDGES), runId: uuid, verdict: OneOf(VERDICTS) };
const PlaybookVerdict = closed({ day, ...look, ...judged, earlier: { type: 'array', items: closed(look) } });

const Approval = closed({
  id: text,
  playbook: text,
  day,
  runId: uuid,
  object: text,
  status: { enum: ['open', 'answered', 'approved', 'rejected', 'expired', 'lapsed', 'withdrawn'] },
  decision: nullable(ApprovalDecision),
  code: nullable(text),
  answeredBy: nullable(text),
  askedAt: instant,
  expiresAt: instant,
  answeredAt: nullable(instant),
  question: nullable(text),
  plan: nullable(text),
  tool: nullable(text),
  args: nullable({ type: 'object' }),
  rule: nullable(text),
  reasons: objects,
});
const ApprovalPage = closed({
  approvals: { type: 'array', items: refer('Approval') },
  before: nullable(text),
  mayAnswer: { type: 'boolean' },
});
const ApprovalAnswered = closed({ id: text, decision: ApprovalDecision, answeredBy: text, answeredAt: instant });

const Proposal = closed({
  plan: text,
  question: text,
  actionId: text,
  answerTo: text,
  expiresAt: instant,
  choices: { type: 'array', items: text },
  brief: nullable(text),
  proposedAt: instant,
});

const Run = closed({
  requestId: uuid,
  sessionId: text,
  messageId: nullable(text),
  status: { enum: ['accepted', 'running', 'waiting_for_approval', 'ok', 'cancelled', 'error', 'erased'] },
  code: nullable(text),
  label: nullable(text),
  brief: nullable(text),
  pre: nullable(text),
  header: nullable(refer('ExecutionHeader')),
  outputs: { type: 'array', items: closed({ stepId: text, title: text, text }) },
  sources: { type: 'array', items: Source },
  prose: nullable(closed({ attempt: { type: 'integer' }, text })),
  reply: nullable(text),
  writtenBy: nullable(closed({ provider: text, model: text })),
  question: nullable(refer('Question')),
  proposal: nullable(refer('Proposal')),
  proposed: nullable(refer('Proposal')),
  anchor: nullable(Anchor),
  reportedBy: { type: 'array', items: uuid },
  reports: nullable(uuid),
  isDone: { type: 'boolean' },
  clears: nullable(text),
  startedAt: nullable(instant),
  repliedAt: nullable(instant),
  endedAt: nullable(instant),
  lastEventId: { type: 'integer' },
});

const Turn = closed({
  messageId: text,
  requestId: uuid,
  text,
  channel: text,
  answerTo: nullable(text),
  receivedAt: instant,
});
const SessionPage = closed({
  turns: { type: 'array', items: refer('Turn') },
  runs: { type: 'array', items: refer('Run') },
  before: nullable({ type: 'integer' }),
});

const WaitingApproval = closed({
  threadId: text,
  requestId: uuid,
  label: nullable(text),
  brief: nullable(text),
  expiresAt: instant,
});
const ListedSession = closed({
  sessionId: text,
  channel: text,
  topic: nullable(text),
  receivedAt: instant,
  approvals: { type: 'array', items: WaitingApproval },
});
const SessionList = closed({ sessions: { type: 'array', items: ListedSession }, before: nullable(text) });

const Thread = closed({
  threadId: text,
  intentId: nullable(text),
  title: nullable(text),
  status: ThreadStatus,
  pendingQuestion: nullable({ type: 'object' }),
  summary: text,
  requestId: nullable(text),
  messageId: nullable(text),
  lastActivityAt: instant,
});

const Link = closed({
  channel: text,
  userId: text,
  customerId: text,
  confirmedAt: instant,
  expiresAt: nullable(instant),
});
const LinkCode = closed({ channel: text, userId: text, expiresAt: instant });

const FieldProblem = closed({ field: text, detail: text });
const Problem = closed(
  {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    field: text,
    errors: { type: 'array', items: FieldProblem },
  },
  ['type', 'title', 'status', 'detail'],
);

/** The schemas of everything in a body, taken from the contracts where they have one. */
export const SCHEMAS: Readonly<Record<string, object>> = {
  ChatMessage,
  RunSubmission,
  UiEvent,
  ExecutionHeader,
  Question,
  Received,
  CancelReceived,
  Run,
  Playbook,
  PlaybookSubmission,
  PlaybookSubmitted,
  ExternalEvent,
  EventReceived,
  Grants,
  PlaybookRun,
  PlaybookDay,
  PlaybookVerdict,
  Approval,
  ApprovalPage,
  ApprovalAnswer,
  ApprovalAnswered,
  Proposal,
  Turn,
  SessionPage,
  SessionList,
  Thread,
  LinkConfirmation,
  Link,
  LinkCode,
  Problem,
};

export { refer };
