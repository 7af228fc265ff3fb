/** What a value may be: an integer is one that CEL counts by itself; every number of JSON is a `number`. */
export type Kind = 'number' | 'integer' | 'text' | 'boolean' | 'list' | 'object' | 'null';

/** What is known of a value that an expression reads; null wherever nothing is. */
export interface Shape {
  readonly kinds: readonly Kind[] | null;
  /** the fields that an object may have */
  readonly fields: Readonly<Record<string, Field>> | null;
  /** of fields that are not among these; undefined when there are none */
  readonly others?: Shape;
  readonly items: Shape | null;
  /** all values that it may have */
  readonly codes: readonly unknown[] | null;
}

export interface Field {
  readonly shape: Shape;
  /** whether each such object has it */
  readonly isCertain: boolean;
}

export const ANYTHING: Shape = { kinds: null, fields: null, items: null, codes: null };
export const TEXT: Shape = { ...ANYTHING, kinds: ['text'] };
export const BOOLEAN: Shape = { ...ANYTHING, kinds: ['boolean'] };
export const INTEGER: Shape = { ...ANYTHING, kinds: ['integer'] };
export const NUMBER: Shape = { ...ANYTHING, kinds: ['number'] };

export const oneOfCodes = (codes: readonly string[]): Shape => ({ ...TEXT, codes });
export const listOf = (items: Shape): Shape => ({ ...ANYTHING, kinds: ['list'], items });

/** An object that has all of these fields, and no other. */
export const objectOf = (shapes: Readonly<Record<string, Shape>>): Shape => ({
  ...ANYTHING,
  kinds: ['object'],
  fields: Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, { shape, isCertain: true }])),
});

export const fieldOf = ({ fields }: Shape, name: string): Field | undefined =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Whether it can never be one of these. */
export const isNever = ({ kinds }: Shape, of: readonly Kind[]): boolean =>
  kinds !== null && !kinds.some((kind) => of.includes(kind));

const mayBeObject = ({ kinds }: Shape): boolean => kinds === null || kinds.includes('object');

/** A value that has one of several shapes: a field is certain when it is so in each. */
export function unionOf(shapes: readonly Shape[]): Shape {
  if (shapes.length === 0) return ANYTHING;
  const [only] = shapes;
  if (shapes.length === 1) return only!;
  const objects = shapes.filter(mayBeObject);
  const others = objects.flatMap((shape) => shape.others ?? []);
  return {
    kinds: joined(shapes.map(({ kinds }) => kinds)),
    codes: joined(shapes.map(({ codes }) => codes)),
    fields: objects.some(({ fields }) => fields === null) ? null : fieldsOfAll(objects),
    ...(others.length > 0 && { others: unionOf(others) }),
    items: shapes.some(({ items, kinds }) => items === null && (kinds === null || kinds.includes('list')))
      ? null
      : unionOf(shapes.flatMap(({ items }) => items ?? [])),
  };
}

function fieldsOfAll(objects: readonly Shape[]): Record<string, Field> {
  const names = new Set(objects.flatMap(({ fields }) => Object.keys(fields ?? {})));
  return Object.fromEntries(
    [...names].map((name) => {
      const found = objects.map((shape) => fieldOf(shape, name));
      const isCertain = found.every((field) => field?.isCertain === true);
      return [name, { isCertain, shape: unionOf(found.flatMap((field) => field?.shape ?? [])) }];
    }),
  );
}

/** A value that meets several shapes at once. */
export function intersectionOf(one: Shape, other: Shape): Shape {
  const names = [...Object.keys(one.fields ?? {}), ...Object.keys(other.fields ?? {})];
  const both = (name: string): Field => {
    const found = [fieldOf(one, name), fieldOf(other, name)].flatMap((field) => field ?? []);
    return {
      isCertain: found.some(({ isCertain }) => isCertain),
      shape: found.map(({ shape }) => shape).reduce(intersectionOf),
    };
  };
  const others = one.others ?? other.others;
  return {
    kinds: narrowed(one.kinds, other.kinds),
    codes: narrowed(one.codes, other.codes),
    fields: one.fields || other.fields ? Object.fromEntries(names.map((name) => [name, both(name)])) : null,
    ...(others && { others }),
    items: one.items && other.items ? intersectionOf(one.items, other.items) : (one.items ?? other.items),
  };
}

const joined = <Value>(lists: readonly (readonly Value[] | null)[]): readonly Value[] | null =>
  lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

const narrowed = <Value>(one: readonly Value[] | null, other: readonly Value[] | null): readonly Value[] | null =>
  one && other ? one.filter((value) => other.includes(value)) : (one ?? other);
