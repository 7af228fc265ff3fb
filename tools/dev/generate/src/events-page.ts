import {
  CATEGORIES,
  EVENTS,
  EVENT_NAMES,
  FLOW,
  sealedProperties,
  subjects,
  travels,
  typeOf,
  type Category,
  type EventName,
} from '@arbiter/contracts';
import { schemaText } from './schema-text';

const ERASED = 'sealed: reads as `ERASED` once the key of its customer is destroyed';

/** docs/events.md: every fact there is, category by category. */
export function eventsPage(): string {
  return `# Events

Written by \`npm run generate\` from \`libs/contracts/src/events\`. A stream's category says which service writes it; one service writes
a category. An event that streams of several categories hold is listed under the first of them.
Personal values are sealed with the data key of their customer, at rest and on the broker.

${CATEGORIES.map(section).join('\n')}`;
}

function section(category: Category): string {
  const names = EVENT_NAMES.filter((name) => EVENTS[name].categories[0] === category);
  return `## ${category}\n\n${names.map(entry).join('\n')}`;
}

function entry(name: EventName): string {
  const { sentence, version, schema, categories } = EVENTS[name];
  const [, ...others] = categories;
  const { producer, consumers } = FLOW[name];
  const actors = consumers.map(({ app }) => app).join(', ');
  const sealed = sealedProperties(schema);
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, { description?: string }>;
    required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([property, definition]) => {
    const remarks = [
      ...(required.includes(property) ? [] : ['optional']),
      ...[...sealed].flatMap(([place, erased]) => sealedRemark(property, place, erased)),
      ...(definition.description && definition.description !== INSTANT ? [definition.description] : []),
    ];
    return `| \`${property}\` | ${cell(schemaText(definition))} | ${cell(remarks.join('; '))} |`;
  });
  return `### ${name}

${sentence} Type \`${typeOf(name, version)}\`, written by ${producer ?? 'the migration job'}${actors ? `, acted on by ${actors}` : ''}.${others.map((other) => ` Also in ${other} streams.`).join('')}${travels(name) ? ` Subject \`${subjects.event('<tenant>', name)}\`.` : ''}

| field | type | |
|---|---|---|
${rows.join('\n')}
`;
}

/** The sealed part of a property: the whole, or a member of it. */
function sealedRemark(property: string, place: string, erased: unknown): readonly string[] {
  const remark = ERASED.replace('ERASED', JSON.stringify(erased));
  if (place === property) return [remark];
  return place.startsWith(`${property}.`) ? [`its \`${place.slice(property.length + 1)}\` is ${remark}`] : [];
}

const INSTANT = 'ISO 8601, UTC, milliseconds';
const cell = (text: string): string => text.replaceAll('|', '\\|');
