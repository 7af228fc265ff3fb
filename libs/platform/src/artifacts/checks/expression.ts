import { compileExpression, type ExpressionKind } from '@arbiter/contracts';
import type { Problem } from './bindings';

/** Whether an expression can be compiled for its kind. */
export function expressionProblem(kind: ExpressionKind, source: string): Problem | null {
  try {
    compileExpression(kind, source);
    return null;
  } catch (error) {
    return [(error as Error).message, 'correct the expression'];
  }
}
