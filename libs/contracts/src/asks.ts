import type { Values } from './vocabulary';

/** What router or executor asks of provider-gateway. An ask has an id (stream, version, purpose), so a repeated one is recognised. */
export interface Ask {
  readonly askId: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly purpose: 'intent' | 'narrative' | 'clarification';
  readonly artifacts: string;
  readonly deadline: string;
  readonly input: IntentAsk | ReplyAsk;
}

export interface IntentAsk {
  readonly text: string;
  readonly eligible: readonly string[];
}

export interface ReplyAsk {
  readonly copy: string;
  readonly values: Values;
}

/** One numbered piece of an answer; the last carries the whole. */
export interface Frame {
  readonly askId: string;
  readonly frame: number;
  readonly delta?: string;
  readonly last?: Proposal;
}

/** A proposal: what a model suggests, never what happens. */
export type Proposal =
  | { readonly kind: 'intent'; readonly intentId: string | null; readonly confidence: number; readonly slots: Values; readonly provider: string; readonly model: string }
  | { readonly kind: 'reply'; readonly text: string; readonly provider: string; readonly model: string }
  | { readonly kind: 'failure'; readonly code: string; readonly message: string };
