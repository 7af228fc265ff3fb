import { Type, type Static, type TSchema } from 'typebox';

/** Builds a closed set of words as one schema. */
export function OneOf<const Words extends readonly string[]>(words: Words) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });
}

/** A closed object: unknown properties are refused. */
export function Closed<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' });
export const Values = Type.Record(Type.String(), Type.Unknown());
export type Values = Static<typeof Values>;

/** RT-02 */
export const ROUTING_CATEGORIES = ['override', 'answer_to_pending', 'status_nudge', 'new_request', 'filler'] as const;
export const RoutingCategory = OneOf(ROUTING_CATEGORIES);
export type RoutingCategory = (typeof ROUTING_CATEGORIES)[number];

/** TH-03; workflow_proposed is blocked, done and failed are terminal (TH-04). */
export const THREAD_STATUSES = [
  'waiting_for_user',
  'in_progress',
  'blocked',
  'workflow_proposed',
  'done',
  'failed',
] as const;
export const ThreadStatus = OneOf(THREAD_STATUSES);
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** EX-03, widened by conflict C10; `unknown` is an effect whose outcome cannot be determined. */
export const STEP_STATUSES = [
  'pending',
  'running',
  'completed',
  'failed',
  'skipped',
  'suspended',
  'cancelled',
  'rejected',
  'unknown',
  'compensating',
  'compensated',
  'compensation_failed',
] as const;
export const StepStatus = OneOf(STEP_STATUSES);
export type StepStatus = (typeof STEP_STATUSES)[number];

/** EV-06 */
export const RUN_STATUSES = ['ok', 'cancelled', 'error'] as const;
export const RunStatus = OneOf(RUN_STATUSES);
export type RunStatus = (typeof RUN_STATUSES)[number];

/** CH-09: why a reply quotes the message it answers; without a reason it does not (CH-08). */
export const ANCHORS = ['several_topics', 'topic_switch', 'not_recent'] as const;
export const Anchor = OneOf(ANCHORS);
export type Anchor = (typeof ANCHORS)[number];

/**
 * How a model may suggest that a message relates to the open topics (PR-01); one input of the rules, never more
 * (RT-10).
 */
export const ATTACHMENTS = ['answers', 'corrects', 'requests', 'asks_about', 'courtesy'] as const;
export const Attachment = OneOf(ATTACHMENTS);
export type Attachment = (typeof ATTACHMENTS)[number];

/** Of models, the dearest first. */
export const TIERS = ['A', 'B', 'C'] as const;

/** TP-15: an agent may serve a wish that no template does; it counts while the tenant's flag is on. */
export const TwoStage = Type.Literal(true, { description: 'TP-15: an agent may serve what no template does' });

/** CP-12: the tier of models that a caller would like; the `wishes` of models.yaml say how far that is granted. */
export const WishedTier = Type.Unsafe<(typeof TIERS)[number]>({
  ...OneOf(TIERS),
  description: 'the tier of models that is wished for; policy decides',
});
export type WishedTier = Static<typeof WishedTier>;

/** PL-01: the possible bases of a model's plain answer. */
export const ANSWER_BASES = ['knowledge', 'small_talk'] as const;
export const AnswerBasis = OneOf(ANSWER_BASES);
export type AnswerBasis = (typeof ANSWER_BASES)[number];

/** Kinds of advice that no model gives where a tenant forbids it. */
export const ADVICE_KINDS = ['legal_advice', 'medical_advice', 'financial_advice'] as const;
export const AdviceKind = OneOf(ADVICE_KINDS);
export type AdviceKind = (typeof ADVICE_KINDS)[number];

/** PL-08 */
export const RISK_CLASSES = ['read', 'record_mutation', 'external_communication'] as const;
export const RiskClass = OneOf(RISK_CLASSES);
export type RiskClass = (typeof RISK_CLASSES)[number];

/** EX-19: how the vendor lets a repeated effect be recognised. */
export const IDEMPOTENCY_CLASSES = ['native_key', 'etag', 'query_before_write', 'none'] as const;
export const IdempotencyClass = OneOf(IDEMPOTENCY_CLASSES);
export type IdempotencyClass = (typeof IDEMPOTENCY_CLASSES)[number];

/** RT-05 and TH-05: the kind of answer to a pending question. */
export const EXPECTED_TYPES = [
  'location',
  'yes_no',
  'date_time',
  'number',
  'choice',
  'choice_or_yes_no',
  'identifier',
  'freeform',
] as const;
export const ExpectedType = OneOf(EXPECTED_TYPES);
export type ExpectedType = (typeof EXPECTED_TYPES)[number];

/** CL-04: the exact sentence every unknown-intent reply ends with. */
export const HUMAN_HANDOFF_SENTENCE = 'Would you like me to loop in a human support agent?';

/** CP-01: which capabilities of which extensions a run may use, with optional constraints. Never empty (CP-02). */
export const CapabilityScope = Closed({
  allowed: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })),
  constraints: Type.Optional(
    Type.Record(
      Type.String(),
      Closed({
        domainsAllowlist: Type.Optional(Type.Array(Type.String())),
        pathsAllowlist: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
});
export type CapabilityScope = Static<typeof CapabilityScope>;
