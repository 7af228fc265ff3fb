import { parse, type ASTNode } from '@marcbachmann/cel-js';

/** What an expression takes of a variable that holds fields. */
export interface NamedFields {
  readonly fields: readonly string[];
  /** whether it also takes the variable as a whole, or a field whose name is computed */
  readonly whole: boolean;
}

/** The fields of a variable that an expression names, as `item.dueOn` or `item["dueOn"]`. The expression compiles. */
export function fieldsNamed(source: string, variable: string): NamedFields {
  const fields = new Set<string>();
  let whole = false;
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== 'object' || !('op' in node)) return;
    const { op, args } = node as ASTNode;
    const field = isId(node, variable) ? null : fieldOf(node as ASTNode, variable);
    if (field !== null) fields.add(field);
    else if (op === 'id') whole ||= args === variable;
    else walk(args);
  };
  walk(parse(source).ast);
  return { fields: [...fields], whole };
}

const isId = (node: unknown, variable: string): boolean => {
  const { op, args } = node as ASTNode;
  return op === 'id' && args === variable;
};

/** The field that the node takes of the variable itself; null when it is anything else. */
function fieldOf({ op, args }: ASTNode, variable: string): string | null {
  if (op === '.' && isId(args[0], variable)) return args[1];
  if (op !== '[]' || !isId(args[0], variable)) return null;
  const { op: inner, args: value } = args[1] as ASTNode;
  return inner === 'value' && typeof value === 'string' ? value : null;
}
