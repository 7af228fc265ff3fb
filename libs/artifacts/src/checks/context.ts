import { oneOf, type Check } from './check';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** CX-02: the fields of results that prose may show exist, one by one. */
export const checkContext: Check = ({ context, tools }, report) => {
  for (const [name, fields] of Object.entries(context?.results ?? {})) {
    const tool = tools.find((known) => known.tool === name);
    if (!tool)
      report('context.yaml', ['results', name], `there is no tool "${name}"`, oneOf(tools.map((known) => known.tool)));
    else
      fields.forEach((field, index) => {
        const wrong = unknownPartOf(tool.result as Schema | undefined, field);
        if (wrong)
          report(
            'context.yaml',
            ['results', name, index],
            `a result of ${name} has no "${wrong.part}"`,
            oneOf(wrong.known),
          );
      });
  }
};

/** The first part of the path that the schema does not name; the items of a list are stepped into. */
function unknownPartOf(
  schema: Schema | undefined,
  field: string,
): { readonly part: string; readonly known: readonly string[] } | null {
  let at = schema;
  for (const part of field.split('.')) {
    const properties = (at?.items ?? at)?.properties ?? {};
    if (!Object.hasOwn(properties, part)) return { part, known: Object.keys(properties) };
    at = properties[part];
  }
  return null;
}
