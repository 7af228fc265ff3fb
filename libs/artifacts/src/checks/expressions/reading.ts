import type { ASTNode } from '@marcbachmann/cel-js';
import type { Problem } from '../bindings';
import { meantOf } from './nearest';
import { operatorProblems, resultOf } from './operators';
import { NOTHING, pathOf, presentWhen, withAll, type Present } from './presence';
import {
  ANYTHING,
  BOOLEAN,
  INTEGER,
  NUMBER,
  TEXT,
  fieldOf,
  isNever,
  listOf,
  oneOfCodes,
  unionOf,
  type Kind,
  type Shape,
} from './shape';

/** The variables of an expression, and what is known of each. */
export type Variables = Readonly<Record<string, Shape>>;

interface Scene {
  readonly variables: Variables;
  readonly present: Present;
  readonly problems: Problem[];
}

/** Each name in an expression that its variables do not have, and each use of a value that its kind does not allow. */
export function namingProblems(tree: ASTNode, variables: Variables): readonly Problem[] {
  const problems: Problem[] = [];
  shapeOf(tree, { variables, present: NOTHING, problems });
  return problems;
}

function shapeOf(node: ASTNode, scene: Scene): Shape {
  switch (node.op) {
    case 'value':
      return shapeOfLiteral(node.args);
    case 'id':
      return scene.variables[node.args] ?? ANYTHING;
    case '.':
    case '[]':
      return fieldRead(node, scene);
    case 'list':
      return listOf(unionOf(node.args.map((item) => shapeOf(item, scene))));
    case 'map':
      node.args.flat().forEach((part) => shapeOf(part, scene));
      return { ...ANYTHING, kinds: ['object'] };
    case 'call':
      return called(node.args, scene);
    case 'rcall':
      return calledOn(node.args, scene);
    case '?:':
      return chosen(node.args, scene);
    case '!_':
    case '-_': {
      const of = shapeOf(node.args, scene);
      return node.op === '!_' ? BOOLEAN : of;
    }
    case '&&':
    case '||':
      return joined(node.args, node.op === '&&', scene);
    default: {
      const [left, right] = (node.args as [ASTNode, ASTNode]).map((part) => ({
        node: part,
        shape: shapeOf(part, scene),
      }));
      scene.problems.push(...operatorProblems(node.op, left!, right!));
      return resultOf(node.op, left!.shape, right!.shape);
    }
  }
}

function shapeOfLiteral(value: unknown): Shape {
  switch (typeof value) {
    case 'string':
      return TEXT;
    case 'bigint':
      return INTEGER;
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    default:
      return value === null ? { ...ANYTHING, kinds: ['null'] } : ANYTHING;
  }
}

/** Either side is looked at only while the other does not decide, in whatever order they stand. */
function joined([one, other]: readonly ASTNode[], holds: boolean, scene: Scene): Shape {
  shapeOf(one!, { ...scene, present: withAll(scene.present, presentWhen(other!, holds)) });
  shapeOf(other!, { ...scene, present: withAll(scene.present, presentWhen(one!, holds)) });
  return BOOLEAN;
}

function chosen([condition, yes, no]: readonly ASTNode[], scene: Scene): Shape {
  shapeOf(condition!, scene);
  const under = (holds: boolean): Scene => ({
    ...scene,
    present: withAll(scene.present, presentWhen(condition!, holds)),
  });
  return unionOf([shapeOf(yes!, under(true)), shapeOf(no!, under(false))]);
}

type FieldNode = Extract<ASTNode, { op: '.' | '[]' }>;

function fieldRead(node: FieldNode, scene: Scene): Shape {
  const [of, named] = node.args;
  const shape = shapeOf(of, scene);
  if (typeof named === 'string') return fieldNamed(node, shape, named, scene);
  if (named.op === 'value' && typeof named.args === 'string') return fieldNamed(node, shape, named.args, scene);
  shapeOf(named, scene);
  return shape.items ?? ANYTHING;
}

function fieldNamed(node: FieldNode, of: Shape, name: string, scene: Scene): Shape {
  const path = pathOf(node) ?? name;
  const field = knownField(node, of, name, scene);
  if (field === null) return ANYTHING;
  if (!field.isCertain && !scene.present.has(path))
    scene.problems.push([
      `\`${path}\` is not always there`,
      `ask first whether it is: \`has(${path}) && …\`, or \`!has(${path}) || …\``,
    ]);
  return field.shape;
}

/** Null where nothing is known of it, or where it is reported. */
function knownField(node: FieldNode, of: Shape, name: string, { problems }: Scene) {
  const path = pathOf(node) ?? name;
  if (isNever(of, ['object'])) {
    problems.push([`\`${path}\`: ${pathOf(node.args[0]) ?? 'the value'} has no fields`, 'name a field of an object']);
    return null;
  }
  if (of.fields === null) return null;
  const field = fieldOf(of, name) ?? (of.others ? { shape: of.others, isCertain: false } : undefined);
  if (field) return field;
  problems.push([`there is no \`${path}\``, meantOf(name, Object.keys(of.fields))]);
  return null;
}

const RESULTS: Readonly<Record<string, Shape>> = {
  size: INTEGER,
  int: INTEGER,
  daysBetween: INTEGER,
  double: NUMBER,
  string: TEXT,
  contains: BOOLEAN,
  startsWith: BOOLEAN,
  endsWith: BOOLEAN,
  exists: BOOLEAN,
  exists_one: BOOLEAN,
  all: BOOLEAN,
};

function called([name, values]: readonly [string, readonly ASTNode[]], scene: Scene): Shape {
  if (name === 'has') return asked(values[0]!, scene);
  const shapes = values.map((value) => shapeOf(value, scene));
  if (name === 'size') mustBe(values[0]!, shapes[0]!, ['text', 'list', 'object'], 'counted', scene);
  if (name === 'daysBetween')
    values.forEach((value, index) => mustBe(value, shapes[index]!, ['text'], 'a date', scene));
  return Object.hasOwn(RESULTS, name) ? RESULTS[name]! : ANYTHING;
}

/** `has(a.b.c)` asks for the last field alone: what it stands in has to be there. */
function asked(value: ASTNode, scene: Scene): Shape {
  if (value.op === '.') knownField(value, shapeOf(value.args[0], scene), value.args[1], scene);
  return BOOLEAN;
}

const MACROS: readonly string[] = ['exists', 'exists_one', 'all', 'filter', 'map'];
const OF_TEXTS: readonly string[] = ['startsWith', 'endsWith', 'contains'];

function calledOn([name, on, values]: readonly [string, ASTNode, readonly ASTNode[]], scene: Scene): Shape {
  const shape = shapeOf(on, scene);
  const [bound, ...bodies] = values;
  if (MACROS.includes(name) && bound?.op === 'id') {
    mustBe(on, shape, ['list', 'object'], `gone through by ${name}()`, scene);
    const inside = { ...scene, variables: { ...scene.variables, [bound.args]: itemOf(shape) } };
    const found = bodies.map((body) => shapeOf(body, inside));
    return name === 'filter' ? shape : name === 'map' ? listOf(found.at(-1) ?? ANYTHING) : BOOLEAN;
  }
  values.forEach((value) => shapeOf(value, scene));
  if (OF_TEXTS.includes(name)) mustBe(on, shape, ['text'], `asked for ${name}()`, scene);
  return Object.hasOwn(RESULTS, name) ? RESULTS[name]! : ANYTHING;
}

/** Of a list its items, of an object the names of its fields. */
function itemOf({ kinds, fields, others, items }: Shape): Shape {
  if (items) return items;
  return kinds?.includes('object') && fields && !others ? oneOfCodes(Object.keys(fields)) : ANYTHING;
}

function mustBe(node: ASTNode, shape: Shape, kinds: readonly Kind[], use: string, { problems }: Scene): void {
  if (isNever(shape, kinds))
    problems.push([`${pathOf(node) ?? 'a value'} cannot be ${use}`, `it would have to be ${kinds.join(' or ')}`]);
}
