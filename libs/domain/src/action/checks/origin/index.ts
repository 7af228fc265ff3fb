import type { ActionOrigin } from '@arbiter/contracts';
import type { NamedCheck } from '../finding';
import { agentCall } from './agent-call';
import { step } from './step';
import { undo } from './undo';

type Kind = ActionOrigin['kind'];
type OriginOf<K extends Kind> = Extract<ActionOrigin, { readonly kind: K }>;

/** How each origin is proven from the log. */
const PROOFS: { readonly [K in Kind]: (origin: OriginOf<K>) => readonly NamedCheck[] } = {
  step,
  undo,
  agent_call: agentCall,
};

/** AG-13: the checks that an action of this origin passes before any check of harm. */
export const proofOf = (origin: ActionOrigin): readonly NamedCheck[] =>
  (PROOFS[origin.kind] as (origin: ActionOrigin) => readonly NamedCheck[])(origin);
