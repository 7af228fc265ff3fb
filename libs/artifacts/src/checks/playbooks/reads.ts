import type { DeclaredRead, FieldType, ToolDefinition } from '@arbiter/contracts';
import { propertiesOf, requiredOf } from '../argument-schema';
import type { Problem } from '../bindings';
import { oneOf, type ReportInside } from '../check';
import { codesOf, mayBe, propertySchemaOf, type ValueSchema } from '../known';
import { checkArguments } from '../steps';
import { itemSchemaOf, type Scene } from './scene';

/** CX-02: each read calls a tool of the list that only reads, and takes fields that its items have. */
export function checkReads(scene: Scene): void {
  const names = scene.definition.reads.map(({ read }) => read);
  scene.definition.reads.forEach((read, index) => {
    const inRead: ReportInside = (path, reason, fix) => scene.report(['reads', index, ...path], reason, fix);
    if (names.indexOf(read.read) < index)
      inRead(['read'], `"${read.read}" is there twice`, 'rename or remove one of the two');
    checkCall(scene, read, inRead);
    checkFields(scene, read, inRead);
  });
}

function checkCall(scene: Scene, { tool: name, args = {}, items, pages }: DeclaredRead, report: ReportInside): void {
  const reading = scene.definition.tools.flatMap(({ tool, risk }) => (risk === 'read' ? [tool] : []));
  if (!reading.includes(name)) report(['tool'], `"${name}" is no tool of the playbook that reads`, oneOf(reading));
  const tool = scene.bundle.tools.find((known) => known.tool === name);
  if (!tool) return;
  checkArguments(tool, args, report, pages ? [pages.argument] : []);
  for (const [argument, value] of Object.entries(args)) {
    const problem = bindingProblem(value, scene);
    if (problem) report(['args', argument], ...problem);
  }
  checkPages(tool, { items, pages }, report);
}

function checkPages(
  tool: ToolDefinition,
  { items, pages }: Pick<DeclaredRead, 'items' | 'pages'>,
  report: ReportInside,
): void {
  const { tool: name } = tool;
  if (tool.list && tool.list.items !== items)
    report(['items'], `the list of "${name}" stands at \`${tool.list.items}\``, `write ${tool.list.items}`);
  if (!pages) return;
  if (!propertiesOf(tool.args)?.includes(pages.argument))
    report(
      ['pages', 'argument'],
      `"${name}" takes no argument \`${pages.argument}\``,
      oneOf(propertiesOf(tool.args) ?? []),
    );
  else if (tool.list?.link !== undefined) checkLink(tool, pages.argument, report);
  else if (tool.list?.cursor === undefined && !isNumber(propertySchemaOf(tool.args, pages.argument)))
    report(
      ['pages', 'argument'],
      `\`${pages.argument}\` of "${name}" is no number`,
      'name the argument that counts pages, or the `cursor` of the tool',
    );
}

/** What asks for the next page is a text of the link, and the first page is asked for without it. */
function checkLink({ tool, args, list }: ToolDefinition, argument: string, report: ReportInside): void {
  if (!mayBe(propertySchemaOf(args, argument), ['string']))
    report(
      ['pages', 'argument'],
      `\`${argument}\` of "${tool}" is no text, and \`${list!.link!}\` of the header \`Link\` is one`,
      'declare the argument with `type: string`',
    );
  if (requiredOf(args).includes(argument))
    report(
      ['pages', 'argument'],
      `"${tool}" asks for \`${argument}\` with every page, and the first has none`,
      'take it out of `required`',
    );
}

/** A read is made before there is an object, so it can be bound only to what the run begins with. */
function bindingProblem(value: unknown, { parameters }: Scene): Problem | null {
  if (value === null || typeof value !== 'object' || !('from' in value)) return null;
  const known = ['today', ...parameters.map((name) => `parameters.${name}`)];
  return known.includes(String(value.from))
    ? null
    : [`"${String(value.from)}" is nothing that a read can be given`, oneOf(known)];
}

function checkFields({ bundle }: Scene, read: DeclaredRead, report: ReportInside): void {
  if (!bundle.tools.some(({ tool }) => tool === read.tool)) return;
  const item = itemSchemaOf(bundle, read);
  if (!item?.properties)
    return report(
      ['items'],
      `nothing says what the items at \`${read.items}\` of "${read.tool}" hold`,
      'name a list of its result whose `items` have `properties`',
    );
  for (const [field, type] of Object.entries(read.fields)) {
    const schema = propertySchemaOf(item, field);
    if (!Object.hasOwn(item.properties, field))
      report(['fields', field], `an item of "${read.tool}" has no \`${field}\``, oneOf(Object.keys(item.properties)));
    else if (!HOLDS[type](schema))
      report(
        ['fields', field],
        `\`${field}\` of "${read.tool}" holds no ${type}`,
        oneOf(Object.entries(HOLDS).flatMap(([known, holds]) => (holds(schema) ? [known] : []))),
      );
  }
}

const isText = (schema: ValueSchema | null): boolean =>
  codesOf(schema) !== null || (mayBe(schema, ['string']) && !isDate(schema));
const isNumber = (schema: ValueSchema | null): boolean =>
  codesOf(schema) === null && mayBe(schema, ['number', 'integer']);
const isDate = (schema: ValueSchema | null): boolean => schema?.format === 'date';

/** Whether a value of this schema can be a field of that type. A value that may be null is absent when it is. */
const HOLDS: Readonly<Record<FieldType, (schema: ValueSchema | null) => boolean>> = {
  identifier: isText,
  text: isText,
  number: isNumber,
  amount: isNumber,
  date: isDate,
  boolean: (schema) => codesOf(schema) === null && mayBe(schema, ['boolean']),
};
