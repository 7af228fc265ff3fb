import { compileExpression, type ArtifactBundle, type PolicyRule, type ToolDefinition } from '@arbiter/contracts';
import { parse, serialize, type ASTNode } from '@marcbachmann/cel-js';

/** Whether a condition holds for every action that is like this, for none, or for some. */
export type Held = 'always' | 'never' | 'sometimes';

/** What is known of an action before it is asked for, by the variables of a policy's condition. */
export type KnownAction = Readonly<Record<string, unknown>>;

/** An action of a tool; `customerId` where it is certain on whose behalf it is done, as with a playbook's. */
export const actionOf = (
  { tool, riskClass }: ToolDefinition,
  { tenant }: ArtifactBundle,
  customerId?: string,
): KnownAction => ({ tool, riskClass, tenant, ...(customerId !== undefined && { principal: { tenant, customerId } }) });

export const heldFor = ({ when }: PolicyRule, known: KnownAction): Held =>
  when === undefined ? 'always' : heldIn(treeOf(when), known);

/** Null of a condition that cannot be compiled, which is reported where it stands. */
function treeOf(when: string): ASTNode | null {
  try {
    compileExpression('policy_condition', when);
    return parse(when).ast;
  } catch {
    return null;
  }
}

const OPPOSITE: Readonly<Record<Held, Held>> = { always: 'never', never: 'always', sometimes: 'sometimes' };

function heldIn(node: ASTNode | null, known: KnownAction): Held {
  if (node === null) return 'sometimes';
  switch (node.op) {
    case '!_':
      return OPPOSITE[heldIn(node.args, known)];
    case '&&':
      return decided(node.args, 'never', known);
    case '||':
      return decided(node.args, 'always', known);
    default:
      return namesIn(node).every((name) => Object.hasOwn(known, name)) ? evaluated(node, known) : 'sometimes';
  }
}

/** One part that is certain in this way decides for all. */
function decided(parts: readonly ASTNode[], certain: Held, known: KnownAction): Held {
  const found = parts.map((part) => heldIn(part, known));
  if (found.includes(certain)) return certain;
  return found.every((one) => one === OPPOSITE[certain]) ? OPPOSITE[certain] : 'sometimes';
}

function evaluated(node: ASTNode, known: KnownAction): Held {
  try {
    return compileExpression('policy_condition', serialize(node))({ ...known }) === true ? 'always' : 'never';
  } catch {
    return 'sometimes';
  }
}

/** Every variable that a part of an expression names, those that a macro binds included. */
function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (node === null || typeof node !== 'object' || !('op' in node)) return [];
  const { op, args } = node as ASTNode;
  return op === 'id' ? [args] : namesIn(args);
}
