import { ExecutionHeader, InboundMessage, Question, RunSubmission, ThreadStatus, UiEvent } from '@arbiter/contracts';

const text = { type: 'string' };
const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const refer = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function closed(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const Received = closed({ sessionId: text, messageId: text, requestId: { ...text, format: 'uuid' } });
const CancelReceived = closed({ requestId: { ...text, format: 'uuid' }, sessionId: text });

const Run = closed({
  requestId: { ...text, format: 'uuid' },
  sessionId: text,
  status: { enum: ['accepted', 'running', 'waiting_for_approval', 'ok', 'cancelled', 'error', 'erased'] },
  code: nullable(text),
  header: nullable(refer('ExecutionHeader')),
  reply: nullable(text),
  question: nullable(refer('Question')),
  proposal: nullable(closed({ plan: text, question: text, actionId: text, expiresAt: { ...text, format: 'date-time' } })),
  startedAt: nullable({ ...text, format: 'date-time' }),
  endedAt: nullable({ ...text, format: 'date-time' }),
  lastEventId: { type: 'integer' },
});

const Thread = closed({
  threadId: text, intentId: nullable(text), status: ThreadStatus, pendingQuestion: nullable({ type: 'object' }), summary: text, lastActivityAt: { ...text, format: 'date-time' },
});

const FieldProblem = closed({ field: text, detail: text });
const Problem = closed({
  type: text, title: text, status: { type: 'integer' }, detail: text, field: text, errors: { type: 'array', items: FieldProblem },
}, ['type', 'title', 'status', 'detail']);

/** Everything that stands in a body, from the contracts' own schemas where there are some. */
export const SCHEMAS: Readonly<Record<string, object>> = {
  InboundMessage, RunSubmission, UiEvent, ExecutionHeader, Question, Received, CancelReceived, Run, Thread, Problem,
};

export { refer };
