import type { DecisionContext } from '@arbiter/contracts';
import type { Asked, SessionState } from '../1-turn';
import type { Origin } from './session-facts';

/** A turn that wants something of its own: its thread is open, what it wants is being settled. */
export interface UnsettledTurn {
  /** with its thread in it */
  readonly state: SessionState;
  readonly threadId: string;
  readonly asked: Asked;
  readonly origin: Origin;
  readonly context: DecisionContext;
}
