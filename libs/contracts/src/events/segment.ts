import { Type } from 'typebox';
import { Asked, StepOrigin } from '../action-origin';
import { Sealed } from '../sealed';
import { Closed, Instant, StepStatus } from '../vocabulary';
import { event } from './event-definition';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The steps that a run hands over together. */
export const SEGMENT_EVENTS = {
  'segment.requested': event(
    'run',
    1,
    'A run handed the gateway reads of its plan, one or several, with the action that they lead to.',
    Closed({
      segmentId: Type.String({ description: 'the id of the action that the reads lead to, where they lead to one' }),
      runId: Type.String(),
      steps: Type.Array(
        Closed({
          stepId: Type.String(),
          asked: Asked,
          tool: Type.String(),
          after: Type.Array(Type.String(), { description: 'the steps of the segment that it comes after' }),
        }),
        { minItems: 1, description: 'in the order of the plan' },
      ),
      planHash: Type.String(),
      sessionId: Type.String(),
      threadId: NullableText,
      artifacts: Type.String(),
      requestedAt: Instant,
    }),
  ),
  'segment.completed': event(
    'run',
    1,
    'Steps of a segment reached their ends together, well or badly (EX-03).',
    Closed({
      segmentId: Type.String(),
      runId: Type.String(),
      ends: Type.Array(Closed({ stepId: Type.String(), status: StepStatus, code: NullableText }), {
        minItems: 1,
        description: 'in the order in which they ended',
      }),
      told: Sealed(
        Type.Record(Type.String(), Closed({ message: Type.String(), result: Type.Unknown() }), {
          description: 'by step: its result, and what is said of it',
        }),
        {},
      ),
      at: Instant,
    }),
  ),
  'segment.cancel_requested': event(
    'run',
    1,
    'A run that is being stopped wants no more steps of a segment done.',
    Closed({
      segmentId: Type.String(),
      runId: Type.String(),
      stepIds: Type.Array(Type.String()),
      tool: Type.Optional(
        Type.String({ description: 'of the action that the reads lead to, where that is wanted no more' }),
      ),
      origin: Type.Optional({ ...StepOrigin, description: 'of that action' }),
    }),
  ),
  'segment.taken_back': event(
    'run',
    1,
    'A run took back the steps of a segment that were not done.',
    Closed({
      segmentId: Type.String(),
      runId: Type.String(),
      stepIds: Type.Array(Type.String()),
      at: Instant,
    }),
  ),
} as const;
