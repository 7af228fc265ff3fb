import { Tagged } from '../artifacts/tagged';
import { Type, type Static } from 'typebox';
import { StepClass } from '../artifacts/models';
import { ContextReport } from '../context-report';
import { ERASED, Sealed } from '../sealed';
import { Closed, Instant, OneOf, Values, WishedTier } from '../vocabulary';
import { event } from './event-definition';

/** The author of a reply's words, as people see it. */
export const WrittenBy = Closed({ provider: Type.String(), model: Type.String() });
export type WrittenBy = Static<typeof WrittenBy>;

/** PR-05: what kinds of claims a writer made that are founded on nothing, and in how many sentences. */
export const RefusedClaims = Type.Array(Closed({ claim: Type.String(), sentences: Type.Integer({ minimum: 1 }) }), {
  description: 'PR-05: what kinds of claims its writer made that are founded on nothing; none of them was shown',
});
export type RefusedClaims = Static<typeof RefusedClaims>;

/** How the words of a run come about. */
export const REPLY_EVENTS = {
  'reply.requested': event(
    'run',
    1,
    'Prose for the reply was asked for.',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      actionId: Type.Optional(
        Type.String({ description: 'the action that it is asked for, by which models are metered' }),
      ),
      copy: Type.String(),
      purpose: OneOf(['narrative', 'clarification']),
      class: Type.Optional(StepClass),
      tier: Type.Optional(WishedTier),
      locale: Type.String(),
      closing: Type.Union([Type.String(), Type.Null()], { description: 'CL-04: the sentence the text must end with' }),
      values: Sealed(Values, {}),
      recognised: Type.Optional({
        ...Sealed(Type.Array(Tagged), []),
        description: 'CX-04: the values in it that were recognised as personal in what was said',
      }),
      deadline: Instant,
      attempt: Type.Integer(),
      requestedAt: Instant,
    }),
  ),
  'reply.composed': event(
    'run',
    1,
    "The reply is written, by a model or from the platform's own copy.",
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      text: Sealed(Type.String(), ERASED),
      by: OneOf(['model', 'platform']),
      failure: Type.Union([Type.String(), Type.Null()]),
      context: Type.Optional(ContextReport),
      segments: Type.Integer({ description: 'how many rag.token segments were streamed before it' }),
      writtenBy: Type.Optional(WrittenBy),
      refused: Type.Optional(RefusedClaims),
    }),
  ),
} as const;
