import { patternProblem } from '@arbiter/contracts';
import type { Path } from '../../artifact-source';
import { isSchema, partsOf, type Part, type Schema } from './parts';

/** One thing that no value can meet, or that none can be matched against safely. */
export interface SchemaProblem {
  readonly path: Path;
  readonly reason: string;
  readonly fix: string;
}

/** What in a schema cannot be meant, part by part. `fits` says whether a value meets a schema. */
export function senseProblems(
  schema: Schema,
  fits: (value: unknown, schema: Schema) => boolean,
): readonly SchemaProblem[] {
  return allPartsOf({ schema, path: [] }).flatMap((part) => [
    ...rangeProblems(part),
    ...valueProblems(part, schema, fits),
  ]);
}

const allPartsOf = (part: Part): readonly Part[] => [part, ...partsOf(part, true).flatMap(allPartsOf)];

const RANGES: readonly (readonly [least: string, most: string, isOpen: boolean])[] = [
  ['minimum', 'maximum', false],
  ['exclusiveMinimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', true],
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
  ['minProperties', 'maxProperties', false],
  ['minContains', 'maxContains', false],
];

function rangeProblems({ schema, path }: Part): readonly SchemaProblem[] {
  return RANGES.flatMap(([least, most, isOpen]) => {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low !== 'number' || typeof high !== 'number' || low < high || (low === high && !isOpen)) return [];
    const reason = `no value is from \`${least}: ${low}\` to \`${most}: ${high}\``;
    return [{ path: [...path, least], reason, fix: 'change one of the two' }];
  });
}

/** Every pattern in it that is not one of the engine's. */
export const patternProblems = (schema: Schema): readonly SchemaProblem[] =>
  allPartsOf({ schema, path: [] }).flatMap(ownPatternProblems);

function ownPatternProblems({ schema: { pattern, patternProperties }, path }: Part): readonly SchemaProblem[] {
  const at = (source: unknown, ...place: Path): readonly SchemaProblem[] => {
    const problem = typeof source === 'string' ? patternProblem(source) : null;
    return problem === null
      ? []
      : [
          {
            path: [...path, ...place],
            reason: `the pattern ${problem}`,
            fix: "write a simpler one, such as '^\\d{4}$'",
          },
        ];
  };
  return [
    ...at(pattern, 'pattern'),
    ...Object.keys(isSchema(patternProperties) ? patternProperties : {}).flatMap((name) =>
      at(name, 'patternProperties', name),
    ),
  ];
}

/** The values that a schema names are among those that it allows. */
function valueProblems(
  { schema, path }: Part,
  root: Schema,
  fits: (value: unknown, schema: Schema) => boolean,
): readonly SchemaProblem[] {
  const { enum: listed, const: only, default: usual, ...rest } = schema;
  if (listed === undefined && only === undefined && usual === undefined) return [];
  const definitions = { ...(root['$defs'] !== undefined && { $defs: root['$defs'] }) };
  const named = [
    ...(Array.isArray(listed) ? listed.map((value, index) => [value, ['enum', index]] as const) : []),
    ...('const' in schema ? [[only, ['const']] as const] : []),
  ];
  const wrong = named.filter(([value]) => !fits(value, { ...rest, ...definitions }));
  const isUsual = usual === undefined || fits(usual, { ...schema, ...definitions });
  return [...wrong, ...(isUsual ? [] : [[usual, ['default']] as const])].map(([value, place]) => ({
    path: [...path, ...place],
    reason: `${JSON.stringify(value)} does not meet the schema that it stands in`,
    fix: 'change the value, or the schema',
  }));
}
