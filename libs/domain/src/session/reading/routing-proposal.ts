import type { Attachment, Values } from '@arbiter/contracts';

/**
 * A model's suggestion about a turn: one input of the rules among others (RT-10). It never beats an override, never
 * makes a misfit an answer to an approval, and a nudge changes nothing whatever the model suggests.
 */
export interface RoutingProposal {
  readonly intentId: string | null;
  /** 0 to 1 */
  readonly confidence: number;
  readonly attachment: Attachment | null;
  /** the number of the open topic that is meant */
  readonly topic?: number | null;
  readonly slots: Values;
}
