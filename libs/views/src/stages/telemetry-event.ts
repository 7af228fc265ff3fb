/** TL-01, in their order. */
export const STAGES = [
  'received',
  'intents_eligible',
  'intent_classified',
  'plan_created',
  'plan_communicated',
  'policy_check',
  'tool_execute',
  'respond',
] as const;
export type Stage = (typeof STAGES)[number];

export type StepKind = 'respond' | 'tool_call' | 'ask_user';

/** CL-10: left out where no intent is known. */
interface Settled {
  readonly intent_id?: string;
}

/** TL-03 to TL-07: the payload of each stage. A message is redacted; values are left out. */
export interface StagePayloads {
  readonly received: {
    readonly memory: {
      readonly history_count: number;
      readonly params_keys: readonly string[];
      readonly waiting_for_param: string | null;
    };
  };
  readonly intents_eligible: { readonly eligible: readonly string[] };
  readonly intent_classified:
    | { readonly intent_id: string; readonly redacted_params: readonly string[] }
    | { readonly intent_id: null; readonly unknown_intent: true };
  readonly plan_created: { readonly intent_id: string | null; readonly steps: readonly StepKind[] };
  readonly plan_communicated: Settled & { readonly message: string };
  readonly policy_check: Settled & { readonly allowed: boolean; readonly reasons?: readonly string[] };
  readonly tool_execute: Settled & { readonly ok: boolean; readonly tool: string };
  readonly respond: Settled &
    (
      | { readonly message: string }
      | { readonly message: string; readonly waiting_for_param: string }
      | { readonly message: string; readonly fallback: true; readonly unknown_intent: true }
    );
}

/** TL-02: one stage of one interaction. */
export type TelemetryEvent = {
  [S in Stage]: {
    /** ISO 8601, UTC */
    readonly timestamp: string;
    /** the run */
    readonly interaction_id: string;
    readonly session_id: string;
    readonly stage: S;
    readonly level: 'info' | 'warn' | 'error';
    readonly payload: StagePayloads[S];
  };
}[Stage];
