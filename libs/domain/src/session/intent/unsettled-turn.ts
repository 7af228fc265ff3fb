import type { DecisionContext } from '@arbiter/contracts';
import type { Origin } from '../../run-request';
import type { Asked, SessionState } from '../state/session-state';

/** A turn with a wish of its own: its thread is open, and its intent is being settled. */
export interface UnsettledTurn {
  /** with its thread in it */
  readonly state: SessionState;
  readonly threadId: string;
  readonly asked: Asked;
  /** the provider whose model read its text; null: none did */
  readonly readBy: string | null;
  readonly origin: Origin;
  readonly context: DecisionContext;
}
