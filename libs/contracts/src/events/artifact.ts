import { Type } from 'typebox';
import { GoldenRecord } from '../artifacts/golden';
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
      golden: Type.Optional(
        Type.Array(GoldenRecord, { description: 'PV-06: what its playbooks came to when they were last evaluated' }),
      ),
      forced: Type.Optional(
        Type.Array(
          Closed({
            playbook: Type.String(),
            refusal: Type.String({ description: 'why it would have been refused' }),
            reason: Type.String({ description: 'why it was let through all the same' }),
          }),
        ),
      ),
      playbooks: Type.Optional(
        Type.Array(Type.String(), {
          description: 'those that begin or are looked at by a schedule now, or did by the bundle before',
        }),
      ),
    }),
  ),
} as const;
