import { Type, type Static } from 'typebox';
import { Closed, OneOf } from './vocabulary';

export const APPROVAL_DECISIONS = ['approve', 'reject'] as const;
export const ApprovalDecision = OneOf(APPROVAL_DECISIONS);
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];

/**
 * `answered`: it came in and has not been acted upon yet; `lapsed`: the yes no longer fits, or the action could not be
 * carried on; `withdrawn`: its run was stopped.
 */
export const APPROVAL_STATUSES = [
  'open',
  'answered',
  'approved',
  'rejected',
  'expired',
  'lapsed',
  'withdrawn',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** AP-08: the action that an answer is for, and the binding of exactly what was shown. */
export const ApprovalAnswered = {
  runId: Type.String(),
  actionId: Type.String(),
  decision: ApprovalDecision,
  binding: Type.String(),
} as const;

/** A caller's answer to an approval of a playbook. */
export const ApprovalAnswer = Closed({
  decision: { ...ApprovalDecision, description: `one of ${APPROVAL_DECISIONS.join(', ')}` },
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'a text of 1 to 500 characters; why it is answered so' }),
  ),
});
export type ApprovalAnswer = Static<typeof ApprovalAnswer>;
