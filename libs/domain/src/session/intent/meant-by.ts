import type { ArtifactBundle } from '@arbiter/contracts';
import type { Asked } from '../state/session-state';
import type { FailedProposal, Meant, TurnProposal } from './verdict';

/**
 * What a proposal comes to. A template stands for the first open intent that it serves, its arguments for that intent's
 * slots, so that both are grounded and consented to in one way (PL-01); one that serves no open intent comes to none.
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
