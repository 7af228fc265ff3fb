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
    }),
  ),
} as const;
