import type { ArtifactBundle } from '@arbiter/contracts';
import type { Asked } from '../state/session-state';
import type { FailedProposal, Meant, TurnProposal } from './intent-verdict';

/**
 * The meaning of a proposal. A template means the first open intent that it serves, and its arguments become that
 * intent's slots, so that both are grounded and consented to in one way (PL-01). A template that serves no open intent
 * means none.
 */
export function meantBy(
  proposal: TurnProposal | FailedProposal,
  { eligible }: Pick<Asked, 'eligible'>,
  { intents }: Pick<ArtifactBundle, 'intents'>,
): Meant {
  if (proposal.kind !== 'template') return proposal;
  const { template: name, args, ...how } = proposal;
  const served = intents.find(({ intent, template }) => template === name && eligible.includes(intent));
  return { ...how, kind: 'intent', intentId: served?.intent ?? null, slots: served ? args : {} };
}
