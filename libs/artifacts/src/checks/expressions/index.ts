import { compileExpression, type ExpressionKind } from '@arbiter/contracts';
import { parse } from '@marcbachmann/cel-js';
import type { Problem } from '../bindings';
import { namingProblems, type Variables } from './reading';

export * from './nearest';
export * from './schema-shape';
export * from './shape';
export type { Variables } from './reading';

/** Why an expression cannot be compiled for its kind; null when it can. */
export function compileProblem(kind: ExpressionKind, source: string): Problem | null {
  try {
    compileExpression(kind, source);
    return null;
  } catch (error) {
    return [(error as Error).message, 'correct the expression'];
  }
}

/**
 * Why an expression is not what its author means: it cannot be compiled for its kind, or it names something that its
 * variables do not have, has() included. What they have is known from the schemas of all that it is evaluated for.
 */
export function expressionProblems(kind: ExpressionKind, source: string, variables: Variables): readonly Problem[] {
  const problem = compileProblem(kind, source);
  return problem ? [problem] : namingProblems(parse(source).ast, variables);
}
