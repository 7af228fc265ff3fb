import { parse, serialize, type ASTNode } from '@marcbachmann/cel-js';

/**
 * Whether one condition holds wherever another does, as far as their texts show it: `args.amount > 50` wherever
 * `args.amount > 100 && has(args.note)` does. Both compile.
 */
export function isImplied(condition: string, by: string): boolean {
  const given = partsOf(parse(by).ast);
  return partsOf(parse(condition).ast).every((part) => given.some((other) => follows(part, other)));
}

const partsOf = (node: ASTNode): readonly ASTNode[] => (node.op === '&&' ? node.args.flatMap(partsOf) : [node]);

function follows(part: ASTNode, from: ASTNode): boolean {
  if (serialize(part) === serialize(from)) return true;
  const [bound, given] = [boundOf(part), boundOf(from)];
  if (!bound || !given || bound.value !== given.value || bound.isUpper !== given.isUpper) return false;
  if (given.limit === bound.limit) return bound.isInclusive || !given.isInclusive;
  return bound.isUpper ? given.limit < bound.limit : given.limit > bound.limit;
}

interface Bound {
  readonly value: string;
  readonly limit: number;
  readonly isUpper: boolean;
  readonly isInclusive: boolean;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** A comparison with a number: `args.amount > 50`, or `50 < args.amount`. */
function boundOf(node: ASTNode): Bound | null {
  if (!Object.hasOwn(MIRRORED, node.op)) return null;
  const [left, right] = node.args as [ASTNode, ASTNode];
  const [operator, value, limit] =
    left.op === 'value' ? [MIRRORED[node.op]!, right, left] : ([node.op, left, right] as const);
  if (limit.op !== 'value' || (typeof limit.args !== 'number' && typeof limit.args !== 'bigint')) return null;
  return {
    value: serialize(value),
    limit: Number(limit.args),
    isUpper: operator.startsWith('<'),
    isInclusive: operator.endsWith('='),
  };
}
