import { UNEXPECTED_RESULT } from './artifacts/expectation';

/** AG-10: every code an action can end with. A tool may add the vendor's own by `errors`. */

/** Refused by a check, before any vendor traffic (AG-06). */
export const DENIAL_CODES = [
  'unknown_tool',
  'not_allow_listed',
  'scope_missing',
  'out_of_scope',
  'origin_unproven',
  'plan_missing',
  'plan_mismatch',
  'out_of_order',
  'condition_not_met',
  'consent_missing',
  'held_back',
  'unknown_token',
  'constraint_violated',
  'invalid_args',
  'tool_unusable',
  'policy_denied',
  'policy_missing',
  'expression_failed',
] as const;
export type DenialCode = (typeof DENIAL_CODES)[number];

/** Suspended, and not approved. */
export const REJECTION_CODES = ['rejected', 'approval_expired', 'approval_drift', 'done_elsewhere'] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** The code of a request for a page after the last. */
export const NO_SUCH_PAGE = 'no_such_page';

/** Failed for good, without effect. */
export const FAILURE_CODES = [
  'not_found',
  'no_such_page',
  'conflict',
  'auth_failed',
  'vendor_rejected',
  'precondition_failed',
  'rate_limited',
  'vendor_unavailable',
  'timed_out',
  'result_invalid',
  'redirected',
  'tool_unusable',
  'no_effect',
  'internal',
] as const;

/** The codes of an action whose effect is unknown. */
export const UNKNOWN_CODES = [
  'vendor_unavailable',
  'timed_out',
  'connection_lost',
  'redirected',
  'result_invalid',
  'precondition_failed',
  'auth_failed',
  'rate_limited',
  'interrupted',
  'key_window_over',
  'cancelled_unsettled',
  'tool_unusable',
  'internal',
] as const;
export type UnknownCode = (typeof UNKNOWN_CODES)[number];

/** PL-02, PL-03: why something does not compile into a plan. */
export const REJECTION_REASONS = [
  'unknown_template',
  'not_direct',
  'invalid_args',
  'invalid_template',
  'unknown_agent',
  'unknown_copy',
  'unknown_tool',
  'empty_scope',
  'out_of_scope',
  'not_allow_listed',
  'unknown_playbook',
  'invalid_plan',
  'no_plan',
  'internal',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Of a run as a whole, and of steps that were never begun or never ended. */
const OWN_CODES = [
  'nothing_found',
  'knowledge_unavailable',
  'nothing_extracted',
  'not_answered',
  'cancelled',
  'not_stopped',
  'still_running',
  'replaced_run_open',
  'dependency_missing',
  'list_incomplete',
  'not_needed',
  'branches_failed',
  'objective_fails',
  'outcome_pending',
] as const;

/** Every code of the platform that a step can end with. */
export const STEP_CODES = [
  ...DENIAL_CODES,
  ...REJECTION_CODES,
  ...FAILURE_CODES,
  ...UNKNOWN_CODES,
  UNEXPECTED_RESULT,
  ...OWN_CODES,
] as const;

/**
 * ER-04: every code of the platform that a run, or a step in its header, can end with. A tool may add its vendor's own
 * by `errors`.
 */
export type RunCode = RejectionReason | (typeof STEP_CODES)[number];
