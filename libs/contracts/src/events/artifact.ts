import { Type } from 'typebox';
import { Closed, Instant } from '../vocabulary';
import { event } from './event-definition';

export const ARTIFACT_EVENTS = {
  'artifact.activated': event(
    'artifact',
    1,
    'A tenant was switched to a bundle of artifacts.',
    Closed({
      tenant: Type.String(),
      hash: Type.String(),
      activatedAt: Instant,
      playbooks: Type.Optional(
        Type.Array(Type.String(), { description: 'those that are switched on now, or were by the bundle before' }),
      ),
    }),
  ),
} as const;
