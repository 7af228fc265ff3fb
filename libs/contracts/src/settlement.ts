import type { Static } from 'typebox';
import { OneOf } from './vocabulary';

/** What became of an action whose outcome was unknown: its effect took place, or it did not and never will. */
export const SETTLED_OUTCOMES = ['done', 'not_done'] as const;
export const SettledOutcome = OneOf(SETTLED_OUTCOMES);
export type SettledOutcome = Static<typeof SettledOutcome>;

/** How far an unknown outcome is: the vendor is asked from time to time, a person must look, or it is known. */
export const OUTCOME_STATUSES = ['looked_up', 'open', 'settled'] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];
