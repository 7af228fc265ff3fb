import type { ReplyProposal } from '../purposes';
import type { Ask } from './ask';
import type { OnDelta } from './pending-ask';
import type { AskFailure } from './wire';

/**
 * EX-12: writes the words of a reply: each piece as it comes, in order, and at the end the whole, or why there is none.
 */
export interface SynthesisRuntime {
  ask(
    ask: Ask<'narrative' | 'clarification'>,
    onDelta?: OnDelta,
    signal?: AbortSignal,
    traceParent?: string | null,
  ): Promise<ReplyProposal | AskFailure>;
}
