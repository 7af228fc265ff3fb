import type { Plan, PlanStep } from '@arbiter/contracts';

/** The deeds of a plan, without its texts, which are in the person's language. */
export const deedsOf = ({ intentId, template, templateVersion, scope, steps }: Plan) => ({
  intentId,
  template,
  templateVersion,
  scope,
  steps: steps.map(deedOf),
});

const deedOf = ({ id, type, tool, args, dependsOn, optional, expect, when, semanticTarget, forEach }: PlanStep) => ({
  id,
  type,
  tool: tool ?? null,
  args: args ?? null,
  dependsOn,
  optional,
  expect: expect ?? null,
  when: when ?? null,
  target: semanticTarget ?? null,
  forEach: forEach ?? null,
});
