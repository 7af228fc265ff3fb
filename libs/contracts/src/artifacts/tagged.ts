import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';
import { DataClass, PERSONAL } from './context';

/** A text that a schema marks as personal. */
export const Tagged = Closed({ dataClass: DataClass, value: Type.String() });
export type Tagged = Static<typeof Tagged>;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [PERSONAL]?: DataClass;
}

/** CX-03: the texts within a value that its JSON Schema marks as personal. */
export function taggedIn(schema: unknown, value: unknown): readonly Tagged[] {
  const { properties = {}, items, [PERSONAL]: dataClass } = (schema ?? {}) as Schema;
  if (typeof value === 'string') return dataClass === undefined ? [] : [{ dataClass, value }];
  if (Array.isArray(value)) return items === undefined ? [] : value.flatMap((item) => taggedIn(items, item));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]) =>
    Object.hasOwn(properties, name) ? taggedIn(properties[name], item) : [],
  );
}
