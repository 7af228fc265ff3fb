import type { AgentEnd, StepStatus } from '@arbiter/contracts';

/** What the end of an agent is to the step, or to the call, that it worked for. */
export const AGENT_OUTCOMES: Readonly<Record<AgentEnd, { readonly status: StepStatus; readonly code: string | null }>> =
  {
    answered: { status: 'completed', code: null },
    no_answer: { status: 'completed', code: null },
    model_failed: { status: 'failed', code: 'model_failed' },
    cancelled: { status: 'cancelled', code: 'cancelled' },
  };
