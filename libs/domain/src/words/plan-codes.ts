/** PL-02, PL-03: why something does not compile into a plan. */
export const REJECTION_REASONS = [
  'unknown_template',
  'not_direct',
  'invalid_args',
  'invalid_template',
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
