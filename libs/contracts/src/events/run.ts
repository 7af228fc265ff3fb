import { Type } from 'typebox';
import { ExecutionHeader, Plan, Question } from '../plan';
import { Sealed } from '../sealed';
import { CapabilityScope, Closed, Instant, OneOf, RunStatus, StepStatus, Values } from '../vocabulary';
import { event } from './definition';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** What the executor decided while walking a plan. */
export const RUN_EVENTS = {
  'run.opened': event('run', 1, 'A run began (EV-04).', Closed({
    runId: Type.String(),
    sessionId: Type.String(),
    threadId: NullableText,
    channel: Type.String(),
    messageId: NullableText,
    artifacts: Type.String(),
    openedAt: Instant,
  })),
  'run.planned': event('run', 1, 'The run took over its compiled plan.', Closed({
    runId: Type.String(),
    planHash: Type.String(),
    plan: Plan,
    fallback: Type.Boolean(),
    args: Sealed(Values, {}),
  })),
  'action.requested': event('run', 1, 'A step asked the gateway for one action (AG-01).', Closed({
    actionId: Type.String(),
    runId: Type.String(),
    stepId: Type.String(),
    tool: Type.String(),
    args: Sealed(Values, {}),
    idempotencyKey: Type.String(),
    planHash: Type.String(),
    scope: CapabilityScope,
    sessionId: Type.String(),
    threadId: NullableText,
    artifacts: Type.String(),
    requestedAt: Instant,
  })),
  'action.cancel_requested': event('run', 1, 'A run that is being cancelled wants its action not to happen.', Closed({
    actionId: Type.String(),
    runId: Type.String(),
  })),
  'step.completed': event('run', 1, 'A step reached its end, well or badly (EX-03).', Closed({
    runId: Type.String(),
    stepId: Type.String(),
    status: StepStatus,
    code: NullableText,
    message: Sealed(Type.String(), '[erased]'),
    result: Sealed(Type.Unknown(), null),
    at: Instant,
  })),
  'run.suspended': event('run', 1, 'A run waits for the person to approve an action (AP-01).', Closed({
    runId: Type.String(),
    threadId: NullableText,
    sessionId: Type.String(),
    channel: Type.String(),
    actionId: Type.String(),
    stepId: Type.String(),
    binding: Type.String(),
    question: Question,
    proposal: Sealed(Type.String(), '[erased]'),
    expiresAt: Instant,
  })),
  'run.resumed': event('run', 1, 'The person answered; the waiting run learns who else waits for its end.', Closed({
    runId: Type.String(),
    requestedBy: Type.String(),
    decision: OneOf(['approve', 'reject']),
  })),
  'run.cancelling': event('run', 1, 'A run takes no further step and waits for what is already in flight.', Closed({
    runId: Type.String(),
    requestedBy: NullableText,
  })),
  'reply.requested': event('run', 1, 'Prose for the reply was asked for.', Closed({
    runId: Type.String(),
    stepId: Type.String(),
    copy: Type.String(),
    purpose: OneOf(['narrative', 'clarification']),
    values: Sealed(Values, {}),
    deadline: Instant,
    attempt: Type.Integer(),
  })),
  'reply.composed': event('run', 1, 'The reply stands, from a model or from the platform own copy.', Closed({
    runId: Type.String(),
    stepId: Type.String(),
    text: Sealed(Type.String(), '[erased]'),
    by: OneOf(['model', 'platform']),
    failure: NullableText,
    segments: Type.Integer({ description: 'how many rag.token segments were streamed before it' }),
  })),
  'run.completed': event('run', 1, 'A run ended; nothing follows (EV-04, EV-06).', Closed({
    runId: Type.String(),
    sessionId: Type.String(),
    threadId: NullableText,
    channel: Type.String(),
    messageId: NullableText,
    status: RunStatus,
    code: NullableText,
    header: Sealed(ExecutionHeader, { steps: [] }),
    reply: Sealed(Type.String(), '[erased]'),
    question: Type.Union([Question, Type.Null()]),
    followers: Type.Array(Type.String(), { description: 'runs that report the end of this one' }),
    fallback: Type.Boolean(),
    startedAt: Instant,
    completedAt: Instant,
  })),
} as const;
