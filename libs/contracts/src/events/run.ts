import { Type } from 'typebox';
import { ActionOrigin } from '../action-origin';
import { Source } from '../evidence';
import { Tagged } from '../artifacts/tagged';
import { PersonalValues } from '../personal-values';
import { Delivery, ExecutionHeader, Plan, Question } from '../plan';
import { BranchOf, DrawnUp, ModelGrants, Touch } from '../playbook-run';
import { ERASED, Sealed } from '../sealed';
import { Anchor, CapabilityScope, Closed, Instant, OneOf, RunStatus, StepStatus, Values } from '../vocabulary';
import { event } from './event-definition';
import { BRANCH_EVENTS } from './branch';
import { REPLY_EVENTS } from './reply';

const NullableAnchor = Type.Union([Anchor, Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The executor's decisions while it walks a plan. */
export const RUN_EVENTS = {
  'run.opened': event(
    'run',
    1,
    'A run began (EV-04).',
    Closed({
      runId: Type.String(),
      sessionId: Type.String(),
      threadId: NullableText,
      channel: Type.String(),
      messageId: NullableText,
      artifacts: Type.String(),
      delivery: Delivery,
      replaces: NullableText,
      branch: Type.Optional(BranchOf),
      granted: Type.Optional(ModelGrants),
      openedAt: Instant,
    }),
  ),
  'run.overtaken': event(
    'run',
    1,
    'A later message came in before this run ended; its reply is no longer recent (CH-09).',
    Closed({
      runId: Type.String(),
      by: Type.String(),
    }),
  ),
  'run.planned': event(
    'run',
    1,
    'The run took over its compiled plan.',
    Closed({
      runId: Type.String(),
      planHash: Type.String(),
      plan: Plan,
      fallback: Type.Boolean(),
      args: Sealed(Values, {}),
      personal: Type.Optional(Sealed(PersonalValues, {})),
      recognised: Type.Optional({
        ...Sealed(Type.Array(Tagged), []),
        description: 'CX-04: the values in the arguments that were recognised as personal in what was said',
      }),
      drawnUp: Type.Optional(DrawnUp),
    }),
  ),
  'run.announced': event(
    'run',
    1,
    'The words that the run says before it does anything (CH-15).',
    Closed({
      runId: Type.String(),
      sessionId: Type.String(),
      channel: Type.String(),
      messageId: NullableText,
      locale: Type.String(),
      anchor: NullableAnchor,
      text: Sealed(Type.String(), ERASED),
    }),
  ),
  'action.requested': event(
    ['run', 'agent'],
    1,
    'A step asked the gateway for one action (AG-01).',
    Closed({
      actionId: Type.String(),
      runId: Type.String(),
      stepId: Type.String(),
      origin: ActionOrigin,
      tool: Type.String(),
      args: Sealed(Values, {}),
      idempotencyKey: Type.String(),
      planHash: Type.String(),
      scope: CapabilityScope,
      sessionId: Type.String(),
      threadId: NullableText,
      artifacts: Type.String(),
      locale: Type.String(),
      requestedAt: Instant,
    }),
  ),
  'action.cancel_requested': event(
    ['run', 'agent'],
    1,
    'A run that is being cancelled wants its action not to happen.',
    Closed({
      actionId: Type.String(),
      runId: Type.String(),
      stepId: Type.String(),
      origin: ActionOrigin,
      tool: Type.String(),
    }),
  ),
  'step.completed': event(
    'run',
    1,
    'A step reached its end, well or badly (EX-03).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      status: StepStatus,
      code: NullableText,
      rule: Type.Optional(
        Type.String({ description: 'of an action that was denied: the check, and the rule, that did' }),
      ),
      message: Sealed(Type.String(), ERASED),
      result: Sealed(Type.Unknown(), null),
      at: Instant,
    }),
  ),
  'run.suspended': event(
    'run',
    1,
    'A run waits for the person to approve an action (AP-01).',
    Closed({
      runId: Type.String(),
      threadId: NullableText,
      sessionId: Type.String(),
      channel: Type.String(),
      messageId: NullableText,
      locale: Type.String(),
      anchor: NullableAnchor,
      actionId: Type.String(),
      stepId: Type.String(),
      binding: Type.String(),
      answerTo: Type.String({ description: 'what a pressed button answers: this proposal, and no other of the run' }),
      question: Question,
      proposal: Sealed(Type.String(), ERASED),
      branch: Type.Optional(BranchOf),
      undoes: Type.Optional(
        Type.Literal(true, { description: 'the action undoes something, as a run that is being stopped may ask for' }),
      ),
      expiresAt: Instant,
    }),
  ),
  'run.resumed': event(
    'run',
    1,
    'The person answered; the waiting run learns which other runs wait for its end.',
    Closed({
      runId: Type.String(),
      actionId: Type.String(),
      stepId: Type.Optional(Type.String({ description: 'of the action; left out where the step has ended' })),
      requestedBy: Type.String(),
      decision: OneOf(['approve', 'reject']),
    }),
  ),
  'run.cancelling': event(
    'run',
    1,
    'A run takes no further step and waits for what is already in flight.',
    Closed({
      runId: Type.String(),
      requestedBy: NullableText,
    }),
  ),
  'run.followed': event(
    'run',
    1,
    'A run learned the end of the run it reports.',
    Closed({
      runId: Type.String(),
      follows: Type.String(),
      status: RunStatus,
      code: NullableText,
      header: Sealed(ExecutionHeader, { steps: [] }),
      reply: Sealed(Type.String(), ERASED),
      question: Type.Union([Question, Type.Null()]),
    }),
  ),
  'run.watched': event(
    'run',
    1,
    'A run set a time at which it checks again whether it still has to wait.',
    Closed({
      runId: Type.String(),
      key: OneOf(['watchdog', 'follow', 'cancel']),
      at: Instant,
    }),
  ),
  ...REPLY_EVENTS,
  ...BRANCH_EVENTS,
  'run.completed': event(
    'run',
    1,
    'A run ended; only actions that were open then may still come to their end (EV-04, EV-06).',
    Closed({
      runId: Type.String(),
      sessionId: Type.String(),
      threadId: NullableText,
      channel: Type.String(),
      messageId: NullableText,
      status: RunStatus,
      code: NullableText,
      header: Sealed(ExecutionHeader, { steps: [] }),
      headerText: Type.Optional(
        Sealed(
          Type.String({
            description: 'the header as the person reads it, in their language; left out where there is none',
          }),
          '',
        ),
      ),
      reply: Sealed(Type.String(), ERASED),
      listed: Type.Optional(Sealed(Values, {})),
      sources: Type.Optional(
        Sealed(Type.Array(Source, { description: 'what of the knowledge the reply stands on' }), []),
      ),
      question: Type.Union([Question, Type.Null()]),
      followers: Type.Array(Type.String(), { description: 'runs that report the end of this one' }),
      fallback: Type.Boolean(),
      locale: Type.String(),
      anchor: NullableAnchor,
      touched: Type.Optional(
        Type.Array(Touch, {
          description: 'the objects about which a person outside was, or may have been, written to (PL-07)',
        }),
      ),
      isDone: Type.Boolean({ description: 'CH-11: something was asked for and has been done, with nothing left open' }),
      startedAt: Instant,
      completedAt: Instant,
    }),
  ),
  'run.settled': event(
    'run',
    1,
    'Every action that was open when the run ended has its outcome now, or one whose outcome was unknown.',
    Closed({
      runId: Type.String(),
      stepIds: Type.Optional(
        Type.Array(Type.String(), {
          description: 'the steps whose outcome was unknown; left out where the run itself waited for it',
        }),
      ),
      sessionId: Type.String(),
      threadId: NullableText,
      channel: Type.String(),
      messageId: NullableText,
      locale: Type.String(),
      status: RunStatus,
      outcome: Sealed(
        Type.String({
          description:
            'what came of it as the person reads it, in their language; empty where nothing of it acts on the world',
        }),
        ERASED,
      ),
      isUnsure: Type.Optional(Type.Boolean({ description: 'the outcome of a step is still unknown' })),
      settledAt: Instant,
    }),
  ),
} as const;
