import { ArbiterError } from '@arbiter/contracts';
import { checkArguments } from '@arbiter/models';
import { Type, type Static } from 'typebox';
import { shareOf } from '../routing/score';
import { templateOf, ToolShape } from './calls';

/** One line of a file of argument sets, each marked as valid or not. */
export const ValidationRow = Type.Object({
  id: Type.String(),
  tool: ToolShape,
  arguments: Type.Unknown(),
  expect_valid: Type.Boolean(),
});
export type ValidationRow = Static<typeof ValidationRow>;

export interface ValidationScore {
  readonly n: number;
  /** of all argument sets, those judged right */
  readonly agreed: number;
  readonly invalid_taken: number;
  readonly valid_refused: number;
}

/** Our check of a template's arguments upon argument sets of which it is known whether they are valid. */
export function evaluateValidation(rows: readonly ValidationRow[]): ValidationScore {
  const judged = rows.map(({ tool, arguments: args, expect_valid: isValid }) => ({
    isValid,
    isTaken: isTaken(templateOf(tool, 'subject'), args),
  }));
  return {
    n: judged.length,
    agreed: shareOf(judged, ({ isValid, isTaken: taken }) => isValid === taken),
    invalid_taken: judged.filter(({ isValid, isTaken: taken }) => taken && !isValid).length,
    valid_refused: judged.filter(({ isValid, isTaken: taken }) => !taken && isValid).length,
  };
}

function isTaken(template: ReturnType<typeof templateOf>, args: unknown): boolean {
  try {
    checkArguments('subject', args, [template]);
    return true;
  } catch (error) {
    if (error instanceof ArbiterError) return false;
    throw error;
  }
}
