import type { Anchor } from '@arbiter/contracts';
import type { OpenRun } from '../state/run';

/** CH-08, CH-09: why a run's next message quotes the message it answers; null: it does not. */
export const anchorOf = ({ isOvertaken, delivery }: OpenRun): Anchor | null =>
  isOvertaken ? 'not_recent' : delivery.anchor;
