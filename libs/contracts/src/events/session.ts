import { Type } from 'typebox';
import { ApprovalAnswered } from '../approval';
import { Tagged } from '../artifacts/tagged';
import { Consent } from '../consent';
import { ContextReport } from '../context-report';
import { PersonalValues } from '../personal-values';
import { PlaybookInstance } from '../playbook-run';
import { Delivery, Question } from '../plan';
import { ERASED, Sealed } from '../sealed';
import { NO_CONTEXT, TurnContext } from '../turn-context';
import {
  AnswerBasis,
  Attachment,
  Closed,
  Instant,
  OneOf,
  RoutingCategory,
  ThreadStatus,
  TwoStage,
  Values,
  WishedTier,
} from '../vocabulary';
import { event } from './event-definition';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()]);

/** The router's decisions about the turns of one session. */
export const SESSION_EVENTS = {
  'turn.routed': event(
    'session',
    1,
    'A turn was given its category and its thread by a named rule (RT-16).',
    Closed({
      requestId: Type.String(),
      category: RoutingCategory,
      rule: Type.String(),
      inputs: Values,
      threadId: Nullable(Type.String()),
    }),
  ),
  'turn.skipped': event(
    'session',
    1,
    'A turn could not be handled and was set aside so that its session goes on.',
    Closed({
      requestId: Type.String(),
      cause: Type.String(),
    }),
  ),
  'turn.completed': event(
    'session',
    1,
    'The request of a message has been carried out; its mark goes with the next message (CH-11).',
    Closed({
      requestId: Type.String(),
      messageId: Type.String(),
    }),
  ),
  'session.switched': event(
    'session',
    1,
    'A chat went on in another language (RT-17).',
    Closed({
      requestId: Type.String({ description: 'the turn from which on it did' }),
      locale: Type.String({ description: 'a language the tenant speaks' }),
      named: Type.Union([Type.String(), Type.Null()], {
        description: 'the locale that the caller named with that turn; null: none',
      }),
    }),
  ),
  'thread.opened': event(
    'session',
    1,
    'A new topic began (RT-08).',
    Closed({ threadId: Type.String(), requestId: Type.String() }),
  ),
  'thread.queued': event(
    'session',
    1,
    'A new topic waits until the work before it is done (RT-08, TH-06).',
    Closed({
      threadId: Type.String(),
      requestId: Type.String(),
      sessionId: Type.String(),
      channel: Type.String(),
      messageId: Nullable(Type.String()),
      locale: Type.String(),
      tier: Type.Optional(WishedTier),
      twoStage: Type.Optional(TwoStage),
      intentId: Type.String(),
      template: Type.String(),
      args: Sealed(Values, {}),
      consent: Nullable(Consent),
      position: Type.Integer({ description: 'from 1: how many are in line, this one included' }),
    }),
  ),
  'intent.requested': event(
    'session',
    1,
    'A proposal for the intent of a turn was asked for.',
    Closed({
      requestId: Type.String(),
      sessionId: Type.String(),
      messageId: Type.String(),
      partOf: Type.Union([Type.String(), Type.Null()], {
        description: 'the turn that asked for several things, of which this is one',
      }),
      threadId: Type.Union([Type.String(), Type.Null()], {
        description: 'null: the turn is not routed yet, the proposal is weighed first (RT-10)',
      }),
      eligible: Type.Array(Type.String()),
      text: Sealed(Type.String(), ERASED),
      context: Type.Optional(Sealed(TurnContext, NO_CONTEXT)),
      personal: Type.Optional(Sealed(Type.Array(Tagged), [])),
      channel: Type.String(),
      locale: Type.String(),
      tier: Type.Optional(WishedTier),
      twoStage: Type.Optional(TwoStage),
      replyToRequestId: Nullable(Type.String()),
      receivedAt: Instant,
      deadline: Instant,
      attempt: Type.Integer(),
    }),
  ),
  'intent.proposed': event(
    'session',
    1,
    'A model proposed an intent with slots, a template with arguments or a plain answer, or failed to.',
    Closed({
      requestId: Type.String(),
      attempt: Type.Integer(),
      intentId: Nullable(Type.String()),
      confidence: Type.Number(),
      slots: Sealed(Values, {}),
      personal: Type.Optional(Sealed(PersonalValues, {})),
      context: Type.Optional(ContextReport),
      attachment: Nullable(Attachment),
      topic: Type.Optional(
        Type.Union([Type.Integer(), Type.Null()], { description: 'the number of the open topic that it attaches to' }),
      ),
      template: Type.Optional(Type.String({ description: 'PL-01: the template it named; slots are its arguments' })),
      answer: Type.Optional(Sealed(Type.String(), ERASED)),
      basis: Type.Optional(AnswerBasis),
      provider: Type.String(),
      model: Type.String(),
      failure: Nullable(Type.String()),
      retryAt: Type.Union([Instant, Type.Null()], { description: 'CL-02: when it is asked again' }),
    }),
  ),
  'intent.classified': event(
    'session',
    1,
    'Code settled the intent and slots of a turn (CL-03).',
    Closed({
      requestId: Type.String(),
      threadId: Type.String(),
      intentId: Nullable(Type.String()),
      unknownIntent: Type.Boolean(),
      rule: Type.String(),
      redactedParams: Type.Array(Type.String()),
      slots: Sealed(Values, {}),
      referent: Type.Union(
        [Closed({ threadId: Type.String(), slot: Type.String(), rule: Type.String() }), Type.Null()],
        { description: 'the topic whose value a "that one" pointed at' },
      ),
    }),
  ),
  'run.requested': event(
    ['session', 'playbook'],
    1,
    'A run was asked for, pinned to the artifacts it begins with.',
    Closed({
      requestId: Type.String(),
      sessionId: Type.String(),
      threadId: Nullable(Type.String()),
      channel: Type.String(),
      messageId: Nullable(Type.String()),
      purpose: OneOf(['template', 'agent', 'playbook', 'verdict', 'respond', 'clarify', 'follow', 'cancelled']),
      intentId: Nullable(Type.String()),
      template: Nullable(Type.String()),
      copy: Nullable(Type.String()),
      follows: Nullable(Type.String()),
      question: Nullable(Question),
      fallback: Type.Boolean(),
      args: Sealed(Values, {}),
      personal: Type.Optional(Sealed(PersonalValues, {})),
      recognised: Type.Optional({
        ...Sealed(Type.Array(Tagged), []),
        description: 'CX-04: the values in the arguments that were recognised as personal in what was said',
      }),
      instance: Type.Optional(PlaybookInstance),
      consent: Nullable(Consent),
      replaces: Type.Union([Type.String(), Type.Null()], {
        description: 'the run whose end this one waits for before it does anything',
      }),
      artifacts: Type.String(),
      delivery: Delivery,
      overtakes: Type.Array(Type.String(), {
        description: 'runs still open for earlier messages, whose replies are no longer recent',
      }),
    }),
  ),
  'run.cancel_requested': event(
    ['session', 'playbook'],
    1,
    'An override asked for a run in flight to be cancelled (RT-12).',
    Closed({
      runId: Type.String(),
      requestId: Type.String(),
    }),
  ),
  'approval.given': event(
    ['session', 'playbook'],
    1,
    'The person said yes or no to a proposed action.',
    Closed({
      requestId: Type.String(),
      ...ApprovalAnswered,
      answeredBy: Type.Optional(
        Type.String({ description: 'the name of the API key, where no person of a chat said it' }),
      ),
      reason: Type.Optional(Sealed(Type.String(), ERASED)),
      decidedAt: Instant,
    }),
  ),
  'thread.followed': event(
    'session',
    1,
    'A thread took over the outcome of its run.',
    Closed({
      threadId: Type.String(),
      runId: Type.String(),
      status: ThreadStatus,
      question: Nullable(Question),
      actionId: Nullable(Type.String()),
      binding: Nullable(Type.String()),
      askedAt: Type.Union([Instant, Type.Null()], {
        description: 'a proposal: when it was put; what was said before does not answer it',
      }),
      endedAt: Type.Optional(
        Type.String({ ...Instant, description: 'what waited for a yes no longer does, from then on' }),
      ),
      outcome: Sealed(Type.String(), ERASED),
      listed: Type.Optional(Sealed(Values, {})),
      isUnsure: Type.Optional(Type.Boolean({ description: 'it is unknown whether what it asked for was done' })),
    }),
  ),
} as const;
