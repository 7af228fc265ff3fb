import type { Plan, PlanStep } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';

/** Whether a recorded plan does what was compiled. */
export const isSamePlan = (compiled: Plan, recorded: Plan): boolean =>
  isSameValue(deedsOf(compiled), deedsOf(recorded));

/** The deeds of a plan, without its texts, which are in the person's language. */
const deedsOf = ({ intentId, template, templateVersion, scope, steps }: Plan) => ({
  intentId,
  template,
  templateVersion,
  scope,
  steps: steps.map(deedOf),
});

const deedOf = (step: PlanStep) => {
  const { id, type, tool, args, dependsOn, optional, expect, list, when, semanticTarget, undo, onFailure } = step;
  return {
    id,
    type,
    tool: tool ?? null,
    args: args ?? null,
    dependsOn,
    optional,
    expect: expect ?? null,
    list: list ?? null,
    when: when ?? null,
    target: semanticTarget ?? null,
    undo: undo ?? null,
    onFailure: onFailure ?? null,
    forEach: step.type === 'for_each' ? step.forEach : null,
  };
};
