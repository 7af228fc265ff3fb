import type { ASTNode } from '@marcbachmann/cel-js';
import type { Problem } from '../bindings';
import { meantOf } from './nearest';
import { pathOf } from './presence';
import { ANYTHING, BOOLEAN, isNever, oneOfCodes, type Kind, type Shape } from './shape';

/** One side of an operator: as it is written, and what is known of it. */
export interface Operand {
  readonly node: ASTNode;
  readonly shape: Shape;
}

const NAMES: Readonly<Record<Kind, string>> = {
  number: 'a number',
  integer: 'a whole number of CEL',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
};
const namesOf = (kinds: readonly Kind[]): string => kinds.map((kind) => NAMES[kind]).join(' or ');

const ORDERS: readonly string[] = ['<', '<=', '>', '>='];
const ARITHMETIC: readonly string[] = ['+', '-', '*', '/', '%'];

/** Why an operator cannot give what its author means, by what is known of its sides. */
export function operatorProblems(op: string, left: Operand, right: Operand): readonly Problem[] {
  if (op === '==' || op === '!=') return [...kindProblems(op, left, right), ...codeProblems(left, right)];
  if (ORDERS.includes(op)) return kindProblems(op, left, right);
  if (op === 'in') return membershipProblems(left, right);
  return ARITHMETIC.includes(op) ? countingProblems(op, left, right) : [];
}

/** What an operator gives. */
export function resultOf(op: string, left: Shape, right: Shape): Shape {
  if (!ARITHMETIC.includes(op)) return BOOLEAN;
  return left.kinds === null && right.kinds === null
    ? ANYTHING
    : { ...ANYTHING, kinds: (left.kinds ?? right.kinds)!.filter((kind) => kind !== 'null') };
}

/** Null differs from everything, and what may be null may be compared with anything of its other kinds. */
function kindProblems(op: string, left: Operand, right: Operand): readonly Problem[] {
  const [one, other] = [comparable(left.shape), comparable(right.shape)];
  if (one === null || other === null || one.some((kind) => other.includes(kind))) return [];
  return [
    [
      `\`${op}\` compares ${namesOf(left.shape.kinds!)} (${written(left)}) with ${namesOf(right.shape.kinds!)} (${written(right)})`,
      'compare values of one kind',
    ],
  ];
}

/** Numbers of JSON and of CEL compare. Null has no order, but equals itself. */
function comparable({ kinds }: Shape): readonly string[] | null {
  if (kinds === null || kinds.length === 0 || kinds.includes('null')) return null;
  return kinds.map((kind) => (kind === 'integer' ? 'number' : kind));
}

function codeProblems(left: Operand, right: Operand): readonly Problem[] {
  return [[left, right] as const, [right, left] as const].flatMap(([of, { node }]) =>
    node.op === 'value' && typeof node.args === 'string' ? unknownCode(of, node.args) : [],
  );
}

function unknownCode({ node, shape: { codes } }: Operand, value: string): readonly Problem[] {
  if (codes === null || node.op === 'value' || codes.includes(value)) return [];
  return [[`${pathOf(node) ?? 'the value'} is never "${value}"`, meantOf(value, codes.map(String))]];
}

function membershipProblems(left: Operand, right: Operand): readonly Problem[] {
  if (isNever(right.shape, ['list', 'object']))
    return [[`\`in\` looks into ${namesOf(right.shape.kinds!)} (${written(right)})`, 'write a list behind `in`']];
  if (right.node.op === 'list')
    return right.node.args.flatMap((item) => codeProblems(left, { node: item, shape: ANYTHING }));
  const { fields, others } = right.shape;
  if (fields === null || others) return [];
  return codeProblems(left, { node: right.node, shape: oneOfCodes(Object.keys(fields)) });
}

/** A number of JSON is a double in CEL, which takes no whole number beside it: `args.amount + 1` fails. */
function countingProblems(op: string, left: Operand, right: Operand): readonly Problem[] {
  const [one, other] = [left.shape.kinds, right.shape.kinds];
  if (one === null || other === null || one.some((kind) => other.includes(kind))) return [];
  const mixed = [...one, ...other].every((kind) => kind === 'number' || kind === 'integer');
  return [
    [
      `\`${op}\` is given ${namesOf(one)} (${written(left)}) and ${namesOf(other)} (${written(right)})`,
      mixed ? 'write the number with a point, such as 1.0, or double(...)' : 'use values of one kind',
    ],
  ];
}

function written({ node }: Operand): string {
  if (node.op === 'value') return typeof node.args === 'string' ? `"${node.args}"` : String(node.args);
  return pathOf(node) ?? 'what is computed';
}
