import type { PlatformCopyKey, RunCode } from '@arbiter/contracts';

export interface CodeMeaning {
  /** for operators */
  readonly means: string;
  /** the sentence a person gets, unless the template has its own (`failureCopy`) or the action's outcome is unknown */
  readonly copy: PlatformCopyKey;
}

const code = (copy: PlatformCopyKey, means: string): CodeMeaning => ({ copy, means });

/** The sentence for a code that only a tool or a vendor knows. */
export const OTHER_CODE = 'error_default' satisfies PlatformCopyKey;
/** The sentence for any code when the action may have taken effect: nothing milder would be true. */
export const UNKNOWN_OUTCOME = 'error_unknown_outcome' satisfies PlatformCopyKey;

/** ER-04: what every code means, and what is said of it. */
export const RUN_CODES: Readonly<Record<RunCode, CodeMeaning>> = {
  // the request did not become a plan (PL-02, PL-03)
  unknown_playbook: code('plan_rejected', 'There is no such playbook, or it is not switched on.'),
  invalid_plan: code('plan_rejected', 'The plan of the playbook does not compile.'),
  no_plan: code('plan_rejected', 'No plan could be drawn up for the playbook.'),
  unknown_template: code('plan_rejected', 'There is no template of that name.'),
  not_direct: code('plan_rejected', 'The template may not be started by name.'),
  invalid_template: code('plan_rejected', 'The template itself cannot be used.'),
  unknown_agent: code('plan_rejected', 'There is no agent of that name.'),
  unknown_copy: code('plan_rejected', 'The copy has no such sentence.'),
  empty_scope: code('plan_rejected', 'The template allows nothing.'),

  // a check refused it, before any vendor traffic (AG-02 to AG-06)
  unknown_tool: code('error_denied', 'There is no tool of that name.'),
  not_allow_listed: code('error_denied', 'The tool is not in the allow-list of the tenant.'),
  scope_missing: code('error_denied', 'The plan names no scope.'),
  out_of_scope: code('error_denied', 'The tool needs a capability that the plan does not have.'),
  constraint_violated: code('error_denied', 'The scope allows the tool, but not at that address.'),
  origin_unproven: code('error_denied', 'The log cannot show what the action is asked for by.'),
  plan_missing: code('error_denied', 'The log holds no plan for it.'),
  plan_mismatch: code('error_denied', 'The request differs from the recorded plan, or from the template of that plan.'),
  condition_not_met: code('error_denied', 'The plan does it only under a condition, which does not hold.'),
  out_of_order: code('error_denied', 'A step that comes before it has not ended, or not well.'),
  consent_missing: code('error_denied', 'The log holds no request for the change that it would make.'),
  unknown_token: code('error_denied', 'Its arguments name a personal value that this run was not given.'),
  invalid_args: code('plan_rejected', 'The arguments do not fit their schema.'),
  policy_denied: code('error_denied', 'A rule of the policy denies it.'),
  held_back: code('error_denied', 'A constraint of the playbook keeps it back.'),
  policy_missing: code('error_denied', 'No rule of the policy allows it.'),
  expression_failed: code('error_denied', 'A condition of the policy could not be evaluated.'),

  // the action waited for a yes (AP-01)
  rejected: code('rejected', 'The person said no.'),
  approval_expired: code('approval_expired', 'No answer came in time.'),
  approval_drift: code('plan_rejected', 'The action would no longer be the one that was approved.'),
  done_elsewhere: code('done_elsewhere', 'Another conversation of the same person has done the same meanwhile.'),

  // the knowledge was asked (EX-08)
  nothing_extracted: code(
    'error_default',
    'The value that a step looks for in a text of its object was not found there.',
  ),
  not_answered: code('error_default', 'No model gave a usable answer to the question of a step about a text.'),
  nothing_found: code('error_not_found', 'The knowledge says nothing about it.'),
  knowledge_unavailable: code('error_default', 'The knowledge could not be searched.'),

  // the action was tried
  not_found: code('error_not_found', 'The vendor knows nothing of that name.'),
  no_such_page: code('error_default', 'The vendor says that a list has no such page.'),
  conflict: code('error_default', 'The vendor has it in another state than this needs.'),
  auth_failed: code('error_default', 'The vendor does not accept the credentials.'),
  vendor_rejected: code('error_default', 'The vendor refused it.'),
  precondition_failed: code('error_default', 'It was changed from outside in the meantime.'),
  rate_limited: code('error_vendor_unavailable', 'The vendor takes no more requests now.'),
  vendor_unavailable: code(
    'error_vendor_unavailable',
    'The vendor does not answer, or answers with an error of its own.',
  ),
  timed_out: code('error_vendor_unavailable', 'No answer came in time.'),
  connection_lost: code('error_vendor_unavailable', 'The connection broke after the request was sent.'),
  result_invalid: code('error_default', 'The answer is not what the tool declares.'),
  redirected: code('error_default', 'The vendor sent the request elsewhere; it was not followed.'),
  tool_unusable: code('error_default', 'The definition of the tool cannot be used.'),
  unexpected_result: code('error_default', 'The result is not what the step expects (PL-18).'),
  interrupted: code('error_default', 'The service ended while the request was on its way.'),
  key_window_over: code(
    'error_default',
    'The vendor has forgotten the idempotency key, so nothing can be asked again.',
  ),
  no_effect: code('error_default', 'It was unknown for a time, and then found not to have taken place.'),
  cancelled_unsettled: code('error_default', 'It was cancelled after a request whose effect is unknown.'),

  // the action was not tried
  cancelled: code('cancelled', 'It was stopped before it was sent.'),
  not_stopped: code('nothing_to_cancel', 'It was to be stopped when all of it had been sent.'),
  dependency_missing: code('error_default', 'A step before it gave no result.'),
  list_incomplete: code('error_default', 'An expectation is about a list of which only a part was read.'),
  not_needed: code('error_default', 'A step before it shows that it is done already.'),
  branches_failed: code('error_default', 'What was to be done for some objects failed, or its outcome is unknown.'),
  objective_fails: code('error_default', 'The goal of a playbook is not met.'),
  outcome_pending: code('error_unknown_outcome', 'The run ended while it was still on its way.'),
  still_running: code('working', 'The run it reports takes longer than a report is waited for.'),
  replaced_run_open: code('error_default', 'The run that this one replaces did not end in time, so nothing was begun.'),
  internal: code('error_default', 'A fault of the platform; the trace and the dead letters tell more.'),
};

/** The sentence for a code of the platform, a tool or a vendor. */
export const copyOfCode = (name: string): PlatformCopyKey =>
  Object.hasOwn(RUN_CODES, name) ? RUN_CODES[name as RunCode].copy : OTHER_CODE;
