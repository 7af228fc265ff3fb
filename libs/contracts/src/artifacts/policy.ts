import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

/**
 * CP-10: one rule. `when` is CEL over `tool`, `args`, `origins`, `riskClass`, `principal`, `tenant`; an error in it
 * counts as deny. Rules are read in order; the first whose condition holds decides; none means deny.
 */
export const PolicyRule = Closed({
  rule: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  tools: Type.Array(Type.String(), { minItems: 1, description: 'tool names; a trailing .* matches a whole extension' }),
  when: Type.Optional(Type.String()),
  effect: Type.Union([Type.Literal('allow'), Type.Literal('deny'), Type.Literal('suspend')]),
  reason: Type.String({ description: 'why, for operators; a person is told it too where a denial has no `copy`' }),
  copy: Type.Optional(Type.String({ description: 'deny: the copy that tells the person why' })),
});
export type PolicyRule = Static<typeof PolicyRule>;

/** PL-09 and AP-02: below the threshold an action is dispatched, otherwise it waits for a yes. */
export const RiskRule = Closed({
  tool: Type.String(),
  kind: Type.Union([Type.Literal('dispatch'), Type.Literal('suspend'), Type.Literal('suspend_unless_below_threshold')]),
  amount: Type.Optional(Type.String({ description: 'CEL over `args`, a number' })),
  threshold: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'more than 0: nothing is below 0, so `suspend` says the same' }),
  ),
  question: Type.Optional(Type.String({ description: 'copy key of the yes_no question' })),
});
export type RiskRule = Static<typeof RiskRule>;

export const PolicyDefinition = Closed({
  version: Type.Optional(
    Type.String({ description: 'a label for people; what an approval is bound to is the hash of the whole policy' }),
  ),
  allowList: Type.Array(Type.String(), { minItems: 1, description: 'AG-03: the closed set of tools of this tenant' }),
  rules: Type.Array(PolicyRule),
  risk: Type.Array(RiskRule),
  approvalExpirySeconds: Type.Integer({ minimum: 1 }),
});
export type PolicyDefinition = Static<typeof PolicyDefinition>;
