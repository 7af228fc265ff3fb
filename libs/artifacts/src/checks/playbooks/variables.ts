import type { DeclaredRead } from '@arbiter/contracts';
import { TEXT, fieldOf, objectOf, shapeOfSchema, type Shape, type Variables } from '../expressions';
import { itemSchemaOf, type Scene } from './scene';

/** What a condition over the objects of a read may name; `today` is an ISO date. */
export const conditionVariables = (scene: Scene, over: DeclaredRead | undefined): Variables => ({
  item: shapeOfItem(scene, over),
  parameters: shapeOfParameters(scene),
  today: TEXT,
});

/** The declared fields alone (CX-02); one that is null is missing. */
function shapeOfItem({ bundle }: Scene, over: DeclaredRead | undefined): Shape {
  if (!over) return shapeOfSchema(undefined);
  const item = shapeOfSchema(itemSchemaOf(bundle, over));
  const fields = Object.keys(over.fields).map((name) => {
    const { shape, isCertain } = fieldOf(item, name) ?? { shape: shapeOfSchema(undefined), isCertain: false };
    const { kinds, codes } = shape;
    const present: Shape = {
      ...shape,
      kinds: kinds && kinds.filter((kind) => kind !== 'null'),
      codes: codes && codes.filter((code) => code !== null),
    };
    return [name, { shape: present, isCertain: isCertain && kinds?.includes('null') === false }] as const;
  });
  return { ...objectOf({}), fields: Object.fromEntries(fields) };
}

/** A parameter with a default is always there. */
function shapeOfParameters({ definition }: Scene): Shape {
  const shape = shapeOfSchema(definition.parameters);
  const { properties = {} } = (definition.parameters ?? {}) as { properties?: Readonly<Record<string, unknown>> };
  const hasDefault = (name: string): boolean => {
    const schema = properties[name];
    return schema !== null && typeof schema === 'object' && 'default' in schema;
  };
  return {
    ...shape,
    fields:
      shape.fields &&
      Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          { ...field, isCertain: field.isCertain || hasDefault(name) },
        ]),
      ),
  };
}
