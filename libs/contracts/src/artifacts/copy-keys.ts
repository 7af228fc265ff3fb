/**
 * The platform's own sentences: every tenant's copy holds each of them (CL-12, ER-04). After each key, the names a
 * sentence may use in braces; a sentence of a plan's step may use the names of that step's arguments, and a risk rule's
 * question the arguments of the action as `{args.<name>}`.
 */
export const PLATFORM_COPY = {
  greeting: [],
  help: [],
  thanks_reply: [],
  filler_acknowledged: [],
  unknown_intent: [],
  clarification_cap: [],
  yes_no_reprompt: ['question'],
  nudge_in_progress: ['title'],
  nudge_outcome: ['outcome'],
  nudge_waiting: ['question'],
  nudge_nothing: [],
  nudge_queued: ['title'],
  working: [],
  queued: ['title'],
  queue_full: [],
  question_closed: [],
  object_offer: ['object'],
  language_not_spoken: ['sentence'],
  link_needed: ['link', 'code'],
  unreadable_edited: [],
  unreadable_too_long: [],
  unreadable_unsupported: [],
  approve_label: [],
  reject_label: [],
  cancelled: [],
  nothing_to_cancel: [],
  already_done: ['steps'],
  not_stopped: ['steps'],
  undone: ['steps'],
  not_undone: ['steps'],
  late_outcome: ['outcome'],
  plan_rejected: [],
  approval_plan: ['steps'],
  approval_default: ['steps', 'title', 'details'],
  approved: [],
  rejected: [],
  approval_expired: [],
  done_elsewhere: [],
  error_default: [],
  error_denied: [],
  error_not_found: [],
  error_vendor_unavailable: [],
  error_unknown_outcome: [],
  may_be_done: [],
  offer_ended: ['time'],
  offer_answered: [],
  which_one: ['choices'],
  which_approval: ['choices'],
  not_understood_part: ['text'],
  plain_answer: ['text'],
  agent_found: ['found'],
  agent_found_nothing: [],
  misunderstood_again: [],
  misunderstood_offer_person: [],
  anger: [],
  self_harm: ['sentence', 'offer'],
  deed_not_done: [],
  deed_acknowledged: [],
} as const satisfies Record<string, readonly string[]>;
export type PlatformCopyKey = keyof typeof PLATFORM_COPY;

/**
 * The platform's own words, by family: the status of a step beside its title in the header, and the word in place of
 * steps (ER-01).
 */
export const PLATFORM_WORDS = {
  step_status: [
    'failed',
    'rejected',
    'unknown',
    'skipped',
    'cancelled',
    'suspended',
    'running',
    'compensating',
    'compensated',
    'compensation_failed',
  ],
  header_part: ['plan'],
} as const satisfies Record<string, readonly string[]>;

/** The names in braces in a sentence, in order: `"order {args.orderNumber}"` → `["args.orderNumber"]`. */
export const placeholdersOf = (sentence: string): readonly string[] =>
  Array.from(sentence.matchAll(/\{([^{}]*)\}/g), (match) => match[1] as string);
