import type { ASTNode } from '@marcbachmann/cel-js';

/** The values that are certainly there, as they are written: `args.amount`. */
export type Present = ReadonlySet<string>;

export const NOTHING: Present = new Set();

export const withAll = (one: Present, other: Present): Present => new Set([...one, ...other]);
const inBoth = (one: Present, other: Present): Present => new Set([...one].filter((path) => other.has(path)));

/** A value as an expression names it, `args["amount"]` being `args.amount`; null when a part of it is computed. */
export function pathOf({ op, args }: ASTNode): string | null {
  if (op === 'id') return args;
  const [of, name] = op === '.' || op === '[]' ? args : [];
  const field = typeof name === 'string' ? name : name?.op === 'value' ? name.args : undefined;
  const path = of === undefined ? null : pathOf(of);
  return path === null || typeof field !== 'string' ? null : `${path}.${field}`;
}

/** What is there when the condition holds, or when it does not. */
export function presentWhen(node: ASTNode, holds: boolean): Present {
  switch (node.op) {
    case 'call': {
      const [name, [value]] = node.args;
      const path = name === 'has' && value ? pathOf(value) : null;
      return holds && path !== null ? new Set([path]) : NOTHING;
    }
    case '!_':
      return presentWhen(node.args, !holds);
    case '&&':
    case '||': {
      const [one, other] = node.args.map((part) => presentWhen(part, holds)) as [Present, Present];
      return (node.op === '&&') === holds ? withAll(one, other) : inBoth(one, other);
    }
    default:
      return NOTHING;
  }
}
