import { Type } from 'typebox';
import { Sealed } from '../sealed';
import { Closed, Instant } from '../vocabulary';
import { event } from './event-definition';

/** The look-ups of a run, besides its actions. */
export const RETRIEVAL_EVENTS = {
  'retrieval.requested': event(
    'run',
    1,
    "A step asked for passages of the tenant's knowledge (EX-08).",
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      query: Sealed(Type.String(), ''),
      channel: Type.String({ description: 'decides what may be seen' }),
      locale: Type.String(),
      deadline: Instant,
    }),
  ),
} as const;
