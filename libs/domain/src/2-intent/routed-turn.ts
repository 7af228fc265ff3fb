import type { DecisionContext } from '@arbiter/contracts';
import type { SessionState, SpokenTurn } from '../1-turn';
import type { Origin } from './session-facts';
import type { FailedProposal, IntentProposal } from './verdict';

/** A turn that has its category and its thread, on its way to its one run. */
export interface RoutedTurn {
  /** with the routing taken in */
  readonly state: SessionState;
  readonly turn: SpokenTurn;
  readonly origin: Origin;
  /** what a model answered before the turn was routed; it is not asked again. Null: none was asked. */
  readonly answer: IntentProposal | FailedProposal | null;
  readonly context: DecisionContext;
}
