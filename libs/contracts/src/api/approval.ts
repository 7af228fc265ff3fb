import { Type, type Static } from 'typebox';
import { APPROVAL_STATUSES, ApprovalDecision } from '../approval';
import { Closed, Instant, OneOf, Values } from '../vocabulary';
import { Day, Described, ListOf, Nullable, Text, Uuid } from './parts';

const known = {
  id: Text,
  playbook: Text,
  day: Day,
  runId: Described(Uuid, 'of the instance'),
  object: Text,
  status: OneOf(APPROVAL_STATUSES),
  decision: Nullable(ApprovalDecision),
  code: Described(Nullable(Text), 'why nothing came of it, where the decision does not say so'),
  answeredBy: Nullable(Text),
  askedAt: Instant,
  expiresAt: Instant,
  answeredAt: Nullable(Instant),
  endedAt: Described(Nullable(Instant), 'when the action was let go, refused or given up'),
};

/** A proposed action of a playbook, as the read models last saw it. */
export const KnownApproval = Closed(known);
export type KnownApproval = Readonly<Static<typeof KnownApproval>>;

/**
 * The question in the tenant's own words, the exact action, and the rule that requires the approval; null once the
 * facts left the log.
 */
export const ApprovalView = Closed({
  ...known,
  question: Nullable(Text),
  plan: Nullable(Text),
  tool: Nullable(Text),
  args: Nullable(Values),
  prepared: Described(
    ListOf(Closed({ tool: Text, args: Values })),
    'what was written down before and the arguments name by an id alone: the draft that a letter is sent from',
  ),
  rule: Nullable(Text),
  reasons: ListOf(Text),
});
export type ApprovalView = Readonly<Static<typeof ApprovalView>>;

/** A page of the approvals that wait, the newest first. */
export const ApprovalPage = Closed({
  approvals: ListOf(ApprovalView),
  after: Described(Nullable(Text), 'the cursor of the next page; null when this is the last'),
  mayAnswer: Described(Type.Boolean(), 'whether the caller has the right to answer'),
});
export type ApprovalPage = Readonly<Static<typeof ApprovalPage>>;
