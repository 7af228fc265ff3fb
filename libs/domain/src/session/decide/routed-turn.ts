import type { DecisionContext } from '@arbiter/contracts';
import type { Meant } from '../intent/intent-verdict';
import type { SpokenTurn } from '../reading/turn-view';
import type { SessionState } from '../state/session-state';
import type { Origin } from '../../run-request';

/** A turn that has its category and its thread, on its way to its one run. */
export interface RoutedTurn {
  /** with the routing taken in */
  readonly state: SessionState;
  readonly turn: SpokenTurn;
  readonly origin: Origin;
  /** a model's answer from before the turn was routed; it is not asked again. Null: none was asked. */
  readonly answer: Meant | null;
  readonly context: DecisionContext;
}
