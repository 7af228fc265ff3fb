import { deny, type NamedCheck } from '../finding';

/** Refused: no plan has a step whose calls a model chooses, so there is nothing to compare such a call with. */
export const agentCall = (): readonly NamedCheck[] => [
  ['origin', () => deny('origin_unproven', 'the recorded plan has no step whose actions a model chooses')],
];
