import { Type, type Static } from 'typebox';
import { ActionOrigin, Asked } from '../action-origin';
import { CONSENT_KINDS } from '../consent';
import { SettledOutcome } from '../settlement';
import { ERASED, Sealed } from '../sealed';
import { PlaybookInstance } from '../playbook-run';
import { Closed, Instant, OneOf, RiskClass, Values } from '../vocabulary';
import { event } from './event-definition';

const Of = {
  actionId: Type.String(),
  runId: Type.String(),
  stepId: Type.String(),
  origin: ActionOrigin,
  tool: Type.String(),
  approvedBy: Type.Optional(Type.String({ description: 'the turn with the yes that let it go' })),
};

/**
 * AG-02 to AG-04, CP-09: the result of the checks; the stage `policy_check` is made from it. `consent` is the one the
 * action is based on, `confirmed` once a person has approved it; null where there is none, or where the checks ended
 * before it.
 */
export const Checks = Closed({
  allowed: Type.Boolean(),
  rule: Type.String(),
  reasons: Type.Array(Type.String()),
  riskClass: Type.Union([RiskClass, Type.Null()]),
  consent: Type.Union([OneOf(CONSENT_KINDS), Type.Null()]),
  policyVersion: Type.String(),
});

export type Checks = Static<typeof Checks>;

/** `scope`, or `policy:refunds_within_the_limit` where a rule of the artifacts decided. */
export const ruleOf = (check: string, rule: string | undefined): string =>
  rule === undefined ? check : `${check}:${rule}`;

/** The gateway's decisions and the outcomes of actions. */
export const ACTION_EVENTS = {
  'action.denied': event(
    'action',
    1,
    'An action was refused before any vendor traffic (AG-06).',
    Closed({
      ...Of,
      checks: Checks,
      code: Type.String(),
      reason: Type.String(),
    }),
  ),
  'action.suspended': event(
    'action',
    1,
    'An action waits for an approval bound to exactly what was shown (AP-08).',
    Closed({
      ...Of,
      checks: Checks,
      binding: Type.String(),
      deed: Type.String({ description: 'the hash of tool, arguments and person: the same in every conversation' }),
      question: Type.String(),
      expiresAt: Instant,
      request: Sealed(Values, {}),
      idempotencyKey: Type.String(),
      planHash: Type.String(),
      artifacts: Type.String(),
    }),
  ),
  'segment.ended': event(
    'action',
    1,
    'Reads of a segment ended, each checked by itself; none of them had an effect.',
    Closed({
      segmentId: Type.String(),
      runId: Type.String(),
      ends: Type.Array(
        Closed({
          stepId: Type.String(),
          asked: Asked,
          tool: Type.String(),
          attempt: Type.Integer(),
          checks: Checks,
          code: Type.Union([Type.String(), Type.Null()], { description: 'null: it succeeded' }),
        }),
        { minItems: 1, description: 'in the order in which they ended' },
      ),
      brought: Sealed(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'by step: what was read, or the reason why it could not be',
        }),
        {},
      ),
      completedAt: Instant,
    }),
  ),
  'segment.returned': event(
    'action',
    1,
    'The steps of a segment that were not done are handed back to its run; no more of the segment is done.',
    Closed({
      segmentId: Type.String(),
      runId: Type.String(),
      stepIds: Type.Array(Type.String()),
    }),
  ),
  'action.approved': event(
    'action',
    1,
    'The approval fits; the action may be sent once.',
    Closed({ ...Of, requestId: Type.String() }),
  ),
  'action.rejected': event(
    'action',
    1,
    'The person said no, or the approval expired or no longer fits.',
    Closed({
      ...Of,
      code: Type.String(),
      reason: Type.String(),
      said: Type.Optional(Sealed(Type.String({ description: 'why the person said no' }), ERASED)),
    }),
  ),
  'action.queued': event(
    'action',
    1,
    'The action waits for its place at the vendor; nothing of this attempt is sent before its dispatch.',
    Closed({
      ...Of,
      attempt: Type.Integer({ description: 'the one it waits for' }),
      tried: Type.Integer({ description: 'the attempts before it that may have reached the vendor' }),
      unsettled: Type.Boolean({ description: 'one of them may have taken effect' }),
      queuedAt: Instant,
      takeUpAt: { ...Instant, description: 'when it is taken up anew, should the holder of its place be gone' },
      idempotencyKey: Type.String(),
      planHash: Type.String(),
      artifacts: Type.String(),
      request: Sealed(Values, {}),
      checks: Type.Union([Checks, Type.Null()]),
      keyExpiresAt: Type.Union([Instant, Type.Null()], {
        description: 'native_key: when the vendor forgets the key, once it has seen it',
      }),
    }),
  ),
  'action.dispatched': event(
    'action',
    1,
    'The action is about to be sent; nothing is sent after sendBy.',
    Closed({
      ...Of,
      attempt: Type.Integer(),
      sendBy: Instant,
      idempotencyKey: Type.String(),
      planHash: Type.String(),
      artifacts: Type.String(),
      request: Sealed(Values, {}),
      keyExpiresAt: Type.Union([Instant, Type.Null()], { description: 'native_key: when the vendor forgets the key' }),
    }),
  ),
  'action.retry_scheduled': event(
    'action',
    1,
    'A transient failure is tried again later (EX-22).',
    Closed({
      ...Of,
      attempt: Type.Integer(),
      code: Type.String(),
      retryAt: Instant,
      unsettled: Type.Boolean({ description: 'the failed attempt, or one before it, may have taken effect' }),
    }),
  ),
  'action.succeeded': event(
    'action',
    1,
    'The effect took place, exactly once.',
    Closed({
      ...Of,
      attempt: Type.Integer(),
      checks: Type.Union([Checks, Type.Null()]),
      result: Sealed(Type.Unknown(), null),
      recovered: Type.Boolean(),
      completedAt: Instant,
    }),
  ),
  'playbook.asked': event(
    'action',
    1,
    'An action that was let through asks for the instance of a playbook for a day.',
    Closed({
      actionId: Type.String(),
      runId: Type.String(),
      ...Type.Omit(PlaybookInstance, ['attempt']).properties,
      askedAt: Instant,
    }),
  ),
  'action.failed': event(
    'action',
    1,
    'The action failed for good and had no effect.',
    Closed({
      ...Of,
      attempt: Type.Integer(),
      checks: Type.Union([Checks, Type.Null()]),
      code: Type.String(),
      reason: Sealed(Type.String(), ERASED),
      completedAt: Instant,
    }),
  ),
  'action.unknown': event(
    'action',
    1,
    'It is unknown whether the effect took place; a person must look.',
    Closed({
      ...Of,
      attempt: Type.Integer(),
      code: Type.String(),
      reason: Type.String(),
      lookAt: Type.Optional({
        ...Instant,
        description:
          'when the vendor is asked what became of it; left out where it cannot be asked: a person must look',
      }),
      completedAt: Instant,
    }),
  ),
  'action.look_requested': event(
    'action',
    1,
    'The vendor is asked what became of an action whose outcome is unknown.',
    Closed({
      ...Of,
      look: Type.Integer({ description: 'how often it has been asked, with this time' }),
      nextAt: { ...Instant, description: 'when it is asked again, or a person must look, should it not say' },
      idempotencyKey: Type.String(),
      artifacts: Type.String(),
      request: Sealed(Values, {}),
      askedAt: Instant,
    }),
  ),
  'action.escalated': event(
    'action',
    1,
    'The vendor did not say what became of an action; it is not asked any more, and a person must look.',
    Closed({ ...Of, looks: Type.Integer(), escalatedAt: Instant }),
  ),
  'action.settled': event(
    'action',
    1,
    'It is known after all what became of an action whose outcome was unknown.',
    Closed({
      ...Of,
      outcome: SettledOutcome,
      settledBy: Type.Union([Type.String(), Type.Null()], {
        description: 'the name of the API key of the person who looked; null: the vendor said it',
      }),
      result: Sealed(Type.Unknown(), null),
      settledAt: Instant,
    }),
  ),
  'action.cancelled': event('action', 1, 'The action will never be sent.', Closed({ ...Of, reason: Type.String() })),
} as const;
