import { parse, type ASTNode } from '@marcbachmann/cel-js';

/** The fields of a variable that an expression uses. */
export interface NamedFields {
  readonly fields: readonly string[];
  /** whether it also uses the variable as a whole, or a field whose name is computed */
  readonly whole: boolean;
}

/**
 * The fields of a variable that an expression names, as `item.dueOn` or `item["dueOn"]`; of `args.item`, those of a
 * field of a variable. The expression compiles.
 */
export function fieldsNamed(source: string, variable: string): NamedFields {
  const path = variable.split('.');
  const fields = new Set<string>();
  let whole = false;
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!isNode(node)) return;
    const taken = takenBy(node);
    if (taken !== null && isPath(taken.of, path)) fields.add(taken.field);
    else if (isPath(node, path)) whole = true;
    else walk(node.args);
  };
  walk(parse(source).ast);
  return { fields: [...fields], whole };
}

const isNode = (node: unknown): node is ASTNode => node !== null && typeof node === 'object' && 'op' in node;

function isPath(node: unknown, path: readonly string[]): boolean {
  if (!isNode(node)) return false;
  if (path.length === 1) return node.op === 'id' && node.args === path[0];
  const taken = takenBy(node);
  return taken?.field === path.at(-1) && isPath(taken?.of, path.slice(0, -1));
}

/** The field that the node reads, and of which value; null when it is anything else, or its name is computed. */
function takenBy({ op, args }: ASTNode): { readonly field: string; readonly of: unknown } | null {
  if (op === '.') return { of: args[0], field: args[1] };
  if (op !== '[]') return null;
  const { op: inner, args: value } = args[1] as ASTNode;
  return inner === 'value' && typeof value === 'string' ? { of: args[0], field: value } : null;
}
