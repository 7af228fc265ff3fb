import { deny, type NamedCheck } from '../finding';

/** Refused: no plan says how a step is undone, so there is nothing to compare an undo with. */
export const undo = (): readonly NamedCheck[] => [
  ['origin', () => deny('origin_unproven', 'the recorded plan does not say how an action is undone')],
];
