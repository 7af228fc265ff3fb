import { Type } from 'typebox';
import { ERASED, Sealed } from '../sealed';
import { LinkOffer } from '../account';
import { Tagged } from '../artifacts/tagged';
import { UNREADABLE } from '../message';
import { ApprovalAnswered } from '../approval';
import { ExternalEvent } from '../external-event';
import { Attempt, Day, Grants, PauseNumber } from '../playbook-run';
import { SettledOutcome } from '../settlement';
import { Closed, Instant, OneOf, TwoStage, Values, WishedTier } from '../vocabulary';
import { event } from './event-definition';

const OF_AGENT = { runId: Type.String(), stepId: Type.String(), sessionId: Type.String() };

/** Facts that ingress received; nothing here is a decision. */
export const TURN_EVENTS = {
  'turn.received': event(
    'turn',
    1,
    'A message came in from a person through a channel (CH-01).',
    Closed({
      requestId: Type.String(),
      sessionId: Type.String(),
      customerId: Type.String(),
      channel: Type.String(),
      messageId: Type.String(),
      replyToMessageId: Type.Optional(Type.String()),
      replyToRequestId: Type.Optional(Type.String({ description: 'the turn that replyToMessageId names' })),
      answerTo: Type.Optional(Type.String({ description: 'the question that a pressed button answers' })),
      unreadable: Type.Optional(OneOf(UNREADABLE)),
      linkOffer: Type.Optional(Sealed(LinkOffer, { link: '', code: '' })),
      locale: Type.Union([Type.String(), Type.Null()], {
        description: 'the language that the caller names; null: none, the text tells (RT-17)',
      }),
      text: Sealed(Type.String(), ERASED),
      personal: Type.Optional({
        ...Sealed(Type.Array(Tagged), []),
        description: 'CX-04: the values in the text that were recognised as personal, looked for in the whole of it',
      }),
      channelMetadata: Sealed(Values, {}),
      tier: Type.Optional(WishedTier),
      twoStage: Type.Optional(TwoStage),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'run.submitted': event(
    'turn',
    1,
    'A caller asked for a named template to be run with given arguments.',
    Closed({
      requestId: Type.String(),
      sessionId: Type.String(),
      customerId: Type.String(),
      channel: Type.String(),
      template: Type.String(),
      args: Sealed(Values, {}),
      tier: Type.Optional(WishedTier),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'playbook.submitted': event(
    'turn',
    1,
    'A caller asked for the instance of a playbook for a day.',
    Closed({
      requestId: Type.String(),
      sessionId: Type.String(),
      customerId: Type.String(),
      channel: Type.String(),
      playbook: Type.String(),
      day: Day,
      attempt: Type.Optional(Attempt),
      artifacts: Type.String({ description: 'the bundle in which it was found' }),
      submittedBy: Type.String({ description: 'the name of the API key' }),
      because: Type.Optional(
        Type.Pick(ExternalEvent, ['type', 'source', 'id'], {
          description: 'the event from outside that it begins upon',
        }),
      ),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'approval.received': event(
    'turn',
    1,
    'A caller said yes or no to an action that a playbook wants to take (AP-08).',
    Closed({
      requestId: Type.String({ description: 'names the answer; its yes is known by it' }),
      sessionId: Type.String(),
      playbook: Type.String(),
      ...ApprovalAnswered,
      reason: Type.Optional(Sealed(Type.String(), ERASED)),
      answeredBy: Type.String({ description: 'the name of the API key' }),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'resume.received': event(
    'turn',
    1,
    'A caller lets the paused instance of a playbook go on (PL-28).',
    Closed({
      requestId: Type.String({ description: 'the run of the instance' }),
      sessionId: Type.String(),
      playbook: Type.String(),
      day: Day,
      pause: PauseNumber,
      granted: Grants,
      resumedBy: Type.String({ description: 'the name of the API key' }),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'action.settlement_received': event(
    'turn',
    1,
    'A caller has found out what became of an action whose outcome is unknown.',
    Closed({
      actionId: Type.String(),
      runId: Type.String(),
      sessionId: Type.String(),
      outcome: SettledOutcome,
      settledBy: Type.String({ description: 'the name of the API key' }),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'run.cancel_received': event(
    'turn',
    1,
    'A caller asked for a run to be cancelled (the rag.cancel of EX-21).',
    Closed({
      runId: Type.String(),
      sessionId: Type.String(),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'agent.pause_received': event(
    'turn',
    1,
    'A caller wants an agent to wait after its next result (CH-13).',
    Closed({
      ...OF_AGENT,
      phaseIndex: Type.Integer({ minimum: 1, description: 'the phase that it was in, or waited before' }),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
  'agent.resume_received': event(
    'turn',
    1,
    'A caller lets a paused agent go on (TP-17).',
    Closed({
      ...OF_AGENT,
      phaseIndex: Type.Integer({ minimum: 1, description: 'the phase that it goes on with' }),
      payloadHash: Type.String(),
      receivedAt: Instant,
    }),
  ),
} as const;
