import {
  UNEXPECTED_RESULT,
  causesOf,
  compileExpression,
  type EventData,
  type PlannedExpectation,
  type Values,
  type PlanStep,
} from '@arbiter/contracts';
import { isWholeList } from '../../plan';

/** How a step ended. */
export type StepEnding = Pick<EventData<'step.completed'>, 'status' | 'code' | 'rule' | 'message' | 'result'>;

/** EX-11, PL-18: whether a result meets the step's expectation. */
export type Validator = (result: unknown, expected: PlannedExpectation | undefined, args: Values) => StepEnding;

/** A result that fails is kept all the same: the sentence about the failure may use it. */
export const validated: Validator = (result, expected, args) => {
  for (const cause of causesOf(expected)) {
    const code = failureOf(cause, { result, args });
    if (code !== null) return { status: 'failed', code, message: 'The result is not what this step expects.', result };
  }
  return { status: 'completed', code: null, message: '', result };
};

/** Nothing can be expected of a list that was read in part: what is not on it may be on the next page. */
export const validatedOf = (
  { expect, list }: Pick<PlanStep, 'expect' | 'list'>,
  result: unknown,
  args: Values,
): StepEnding =>
  expect !== undefined && list && !isWholeList(list, result)
    ? { status: 'failed', code: 'list_incomplete', message: 'There is more than was read.', result }
    : validated(result, expect, args);

/** An expectation that cannot be evaluated is not met either, but its own code does not apply: its cause is unknown. */
function failureOf({ that, code }: ReturnType<typeof causesOf>[number], values: Values): string | null {
  try {
    return compileExpression('step_expectation', that)(values) === true ? null : code;
  } catch {
    return UNEXPECTED_RESULT;
  }
}
